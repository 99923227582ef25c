namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;

/// <summary>A row of which nothing comes from the server.</summary>
internal sealed class Plain
{
    public int Id { get; set; }

    public string? Text { get; set; }

    public int Number { get; set; }
}
