namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>A text that is found by a text key.</summary>
public sealed class Note
{
    public string Id { get; set; } = "";

    public string Text { get; set; } = "";

    public string? Json { get; set; }
}
