namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

/// <summary>A row with one value.</summary>
internal sealed class Cell<T>
{
    public int Id { get; set; }

    public T Value { get; set; } = default!;
}
