namespace EFCore.MySqlBulk.Benchmarks.ByQuery;

/// <summary>A row of bench_visits.</summary>
internal sealed class BenchVisit
{
    public long Id { get; set; }

    public int Site { get; set; }

    public DateTime At { get; set; }

    public int? Length { get; set; }

    public string Path { get; set; } = "";
}
