namespace EFCore.MySqlBulk.Benchmarks.ByQuery;

/// <summary>A row of bench_archived.</summary>
internal sealed class ArchivedVisit
{
    public long Id { get; set; }

    public int Site { get; set; }

    public DateTime At { get; set; }

    public int? Length { get; set; }

    public string Path { get; set; } = "";
}
