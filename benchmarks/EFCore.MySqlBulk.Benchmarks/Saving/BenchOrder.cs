namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>A row of bench_orders, with its lines.</summary>
internal sealed class BenchOrder
{
    public long Id { get; set; }

    public string Customer { get; set; } = "";

    public string Email { get; set; } = "";

    public DateTime CreatedAt { get; set; }

    public List<BenchLine> Lines { get; } = [];
}
