namespace EFCore.MySqlBulk.IntegrationTests.Limits;

/// <summary>A row as large as a test makes it.</summary>
public sealed class Document
{
    public int Id { get; set; }

    public string Text { get; set; } = "";

    public byte[] Bytes { get; set; } = [];
}
