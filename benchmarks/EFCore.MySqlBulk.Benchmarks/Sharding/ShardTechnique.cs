namespace EFCore.MySqlBulk.Benchmarks.Sharding;

/// <summary>A way to insert orders.</summary>
/// <param name="Name">Its name.</param>
/// <param name="IsSharded">Whether they go to five tables, and not to one.</param>
/// <param name="Prepare">What has to be done before and is not timed, and then the call.</param>
internal sealed record ShardTechnique(string Name, bool IsSharded, Func<ShardOrders, ShardOrder[], Func<Task>> Prepare)
{
    /// <summary>The library's split, and what it is compared with: one table; and the same five calls by hand, on rows that were split before.</summary>
    public static IReadOnlyList<ShardTechnique> All { get; } =
    [
        new("one table", false, (tables, orders) => async () =>
        {
            await using ShardOrders.ShardContext context = tables.Context();
            await context.BulkInsertAsync(orders);
        }),
        new("five calls at once, rows split before", true, (tables, orders) =>
        {
            ShardOrder[][] parts = [.. orders.GroupBy(ShardOrders.ShardOf).Select(part => part.ToArray())];
            return () => Task.WhenAll(parts.Select(part => Task.Run(() => InsertAsync(tables, part))));
        }),
        new("BulkShards, a list", true, (tables, orders) => () => InsertAsync(tables, shards => shards.BulkInsertAsync(orders))),
        new("BulkShards, a stream", true, (tables, orders) => () => InsertAsync(tables, shards => shards.BulkInsertAsync(orders.Where(_ => true)))),
    ];

    private static async Task InsertAsync(ShardOrders tables, ShardOrder[] part)
    {
        await using ShardOrders.ShardContext context = tables.Context();
        await context.BulkInsertAsync(part, new() { Table = ShardOrders.TableOf(ShardOrders.ShardOf(part[0])) });
    }

    private static async Task InsertAsync(ShardOrders tables, Func<BulkShards<ShardOrders.ShardContext, int>, Task> call)
    {
        await using BulkShards<ShardOrders.ShardContext, int> shards = new BulkShards<ShardOrders.ShardContext, int>(_ => tables.Context()).Map<ShardOrder>(ShardOrders.ShardOf, ShardOrders.TableOf);
        await call(shards);
    }
}
