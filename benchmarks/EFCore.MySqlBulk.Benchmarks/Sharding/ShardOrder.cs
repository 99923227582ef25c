namespace EFCore.MySqlBulk.Benchmarks.Sharding;

/// <summary>The order of ShardingCore's published case: the remainder of its text key's hash names one of five tables.</summary>
internal sealed class ShardOrder
{
    public string Id { get; set; } = "";

    public string Payer { get; set; } = "";

    public long Money { get; set; }

    public string Area { get; set; } = "";

    public int OrderStatus { get; set; }

    public DateTime CreationTime { get; set; }

    public static ShardOrder[] New(int count)
        => [.. Enumerable.Range(0, count).Select(i => new ShardOrder { Id = $"order-{i:d10}", Payer = $"payer {i % 997}", Money = i, Area = $"area {i % 97}", OrderStatus = i % 4, CreationTime = new DateTime(2025, 1, 1).AddSeconds(i) })];
}
