namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>A text found by a text.</summary>
public sealed class Note
{
    public string Id { get; set; } = "";

    public string Text { get; set; } = "";

    public string? Json { get; set; }
}
