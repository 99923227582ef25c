namespace EFCore.MySqlBulk.IntegrationTests.ByQuery.CopiedKeys;

/// <summary>A visit in a table that generates keys.</summary>
public sealed class Copy
{
    public long Id { get; set; }

    public long? VisitId { get; set; }

    public DateTime? At { get; set; }

    public string? Path { get; set; }

    public string? Note { get; set; }
}
