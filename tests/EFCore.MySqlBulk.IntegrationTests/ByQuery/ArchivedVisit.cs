namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>A visit in another table.</summary>
public sealed class ArchivedVisit
{
    public long Id { get; set; }

    public int Site { get; set; }

    public DateTime At { get; set; }

    public string Path { get; set; } = "";

    public string? Note { get; set; }

    public DateTime ArchivedAt { get; set; }

    public DateTime CheckedAt { get; set; }
}
