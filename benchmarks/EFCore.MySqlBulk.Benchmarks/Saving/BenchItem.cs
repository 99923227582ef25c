namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>A row of bench_items, owned by its basket: the keys of both are in columns that it has no property for.</summary>
internal sealed class BenchItem
{
    public string Product { get; set; } = "";

    public int Quantity { get; set; }

    public double Price { get; set; }
}
