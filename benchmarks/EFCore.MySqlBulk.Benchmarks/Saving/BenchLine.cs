namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>A row of bench_lines, which refers to its order.</summary>
internal sealed class BenchLine
{
    public long Id { get; set; }

    public long OrderId { get; set; }

    public string Product { get; set; } = "";

    public int Quantity { get; set; }

    public double Price { get; set; }
}
