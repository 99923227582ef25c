namespace EFCore.MySqlBulk.Benchmarks.Saving;

/// <summary>A row of bench_baskets, with the items that it owns.</summary>
internal sealed class BenchBasket
{
    public long Id { get; set; }

    public string Name { get; set; } = "";

    public string Email { get; set; } = "";

    public DateTime CreatedAt { get; set; }

    public List<BenchItem> Items { get; } = [];
}
