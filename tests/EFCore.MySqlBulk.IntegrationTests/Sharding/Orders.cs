using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Sharding;

/// <summary>Orders in five tables of one database.</summary>
public static class Orders
{
    public const int Tables = 5;

    public static void Model(ModelBuilder model) => model.Entity<Order>(order =>
    {
        order.ToTable("orders");
        order.Property(o => o.Id).HasMaxLength(50).IsUnicode(false);
        order.Property(o => o.Payer).HasMaxLength(50).IsUnicode(false);
        order.Property(o => o.Area).HasMaxLength(50).IsUnicode(false);
    });

    public static async Task<TestDatabase> CreateAsync(RunningServer server)
    {
        TestDatabase database = await server.CreateAsync(Model);
        await database.ExecuteAsync([.. Enumerable.Range(0, Tables).Select(shard => $"CREATE TABLE {TableOf(shard)} LIKE orders")]);
        return database;
    }

    public static BulkShards<ModelContext, int> Shards(TestDatabase database, Action<DbContextOptionsBuilder>? configure = null)
        => new BulkShards<ModelContext, int>(_ => database.Context(configure)).Map<Order>(order => ShardOf(order.Id), TableOf).MapKey<Order, string>(ShardOf);

    public static string TableOf(int shard) => $"orders_{shard}";

    // As ShardingCore: the hash has to be the same in every process.
    public static int ShardOf(string id)
    {
        int hash = 0;
        foreach (char c in id)
            hash = unchecked((31 * hash) + c);
        return Math.Abs(hash % Tables);
    }

    public static List<Order> New(int count, int first = 0)
        => [.. Enumerable.Range(first, count).Select(i => new Order { Id = $"order-{i:x8}", Payer = $"payer {i % 97}", Money = i * 10L, Area = $"area {i % 7}", OrderStatus = i % 4, CreationTime = new DateTime(2025, 1, 1).AddMinutes(i) })];

    public static string Text(Order order) => $"{order.Id} {order.Payer} {order.Money}";

    /// <summary>The orders in each table, by key.</summary>
    public static async Task<string[][]> StoredAsync(TestDatabase database)
    {
        List<string[]> stored = [];
        for (int shard = 0; shard < Tables; shard++)
            stored.Add([.. (await database.QueryAsync($"SELECT Id, Payer, Money FROM {TableOf(shard)} ORDER BY Id")).Select(row => string.Join(' ', row))]);
        return [.. stored];
    }

    /// <summary>What the tables have to hold.</summary>
    public static string[][] Expected(IEnumerable<Order> orders)
        => [.. Enumerable.Range(0, Tables).Select(shard => orders.Where(order => ShardOf(order.Id) == shard).OrderBy(order => order.Id, StringComparer.Ordinal).Select(Text).ToArray())];
}
