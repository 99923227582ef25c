namespace EFCore.MySqlBulk.IntegrationTests.Support.Model;

/// <summary>A row with a generated key and a text.</summary>
internal sealed class Line
{
    public long Id { get; set; }

    public string Text { get; set; } = "";
}
