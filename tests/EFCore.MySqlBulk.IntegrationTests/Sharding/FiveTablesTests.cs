using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sharding;

/// <summary>ShardingCore's published case: orders with text keys in five tables of one database.</summary>
[BothServers]
public abstract class FiveTablesTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true, true, 40)]
    [InlineData(false, true, 40)]
    [InlineData(true, false, 12_000)]
    [InlineData(false, false, 12_000)]
    public async Task Every_call_does_to_each_row_what_one_table_would_see(bool isAsync, bool isList, int rows)
    {
        await using TestDatabase database = await Orders.CreateAsync(await servers.OfAsync(kind));
        await using BulkShards<ModelContext, int> shards = Orders.Shards(database);
        List<Order> orders = Orders.New(rows);

        BulkResult done = isAsync ? await shards.BulkInsertAsync(Given(orders, isList), cancellationToken: Token) : shards.BulkInsert(Given(orders, isList));
        // Five tables, five transactions.
        Assert.Equal(((long)rows, Orders.Tables, false), (done.RowsInserted, done.Connections, done.IsAtomic));
        Assert.StartsWith("5 shards: ", done.Reason, StringComparison.Ordinal);
        Assert.Equal(Orders.Expected(orders), await Orders.StoredAsync(database));

        orders.ForEach(order => order.Money++);
        done = isAsync ? await shards.BulkUpdateAsync(Given(orders, isList), o => o.BatchRows = 500, Token) : shards.BulkUpdate(Given(orders, isList), new() { BatchRows = 500 });
        Assert.Equal(rows, done.RowsUpdated);
        Assert.Equal(Orders.Expected(orders), await Orders.StoredAsync(database));

        orders.AddRange(Orders.New(rows, rows));
        orders[0].Payer = "somebody else";
        done = isAsync ? await shards.BulkInsertOrUpdateAsync(Given(orders, isList), cancellationToken: Token) : shards.BulkInsertOrUpdate(Given(orders, isList));
        Assert.Equal((rows, 1L, rows - 1L), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(Orders.Expected(orders), await Orders.StoredAsync(database));

        string[] keys = [.. orders.Select(order => order.Id).Reverse(), "nobody's"];
        List<Order?> read = isAsync ? await shards.BulkReadAsync<Order, string>(keys, cancellationToken: Token) : shards.BulkRead<Order, string>(keys);
        Assert.Equal([.. Enumerable.Reverse(orders).Select(Orders.Text), "-"], read.Select(order => order is null ? "-" : Orders.Text(order)));

        List<Order> gone = orders[..(rows / 2)];
        done = isAsync ? await shards.BulkDeleteAsync(Given(gone, isList), cancellationToken: Token) : shards.BulkDelete(Given(gone, isList));
        Assert.Equal(gone.Count, done.RowsDeleted);
        string[] goneKeys = [.. orders[(rows / 2)..rows].Select(order => order.Id)];
        done = isAsync ? await shards.BulkDeleteByKeyAsync<Order, string>(Given(goneKeys, isList), cancellationToken: Token) : shards.BulkDeleteByKey<Order, string>(Given(goneKeys, isList));
        Assert.Equal(goneKeys.Length, done.RowsDeleted);
        Assert.Equal(Orders.Expected(orders[rows..]), await Orders.StoredAsync(database));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM orders"));
    }

    [Fact]
    public async Task An_asynchronous_stream_is_split_and_read_by_keys()
    {
        await using TestDatabase database = await Orders.CreateAsync(await servers.OfAsync(kind));
        await using BulkShards<ModelContext, int> shards = Orders.Shards(database);
        List<Order> orders = Orders.New(25_000);
        BulkResult done = await shards.BulkInsertAsync(Async(orders), cancellationToken: Token);
        Assert.Equal(25_000, done.RowsInserted);
        Assert.Equal(Orders.Expected(orders), await Orders.StoredAsync(database));

        List<string> read = [];
        await foreach (Order? order in shards.BulkReadAsync<Order, string>(Async(orders.Select(order => order.Id)), cancellationToken: Token))
            read.Add(order is null ? "-" : Orders.Text(order));
        Assert.Equal(orders.Select(Orders.Text), read);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Progress_gets_the_sums(bool isList)
    {
        await using TestDatabase database = await Orders.CreateAsync(await servers.OfAsync(kind));
        await using BulkShards<ModelContext, int> shards = Orders.Shards(database);
        Reports reports = new();
        await shards.BulkInsertAsync(Given(Orders.New(3_000), isList), new() { BatchRows = 100, Progress = reports }, Token);
        Assert.Equal(reports.Rows.Order(), reports.Rows);
        Assert.Equal((3_000, isList ? 3_000L : null), (reports.Rows[^1], reports.Total));
    }

    [Fact]
    public async Task All_rows_may_belong_to_one_shard_and_none_to_any()
    {
        await using TestDatabase database = await Orders.CreateAsync(await servers.OfAsync(kind));
        await using BulkShards<ModelContext, int> shards = Orders.Shards(database);
        List<Order> skewed = [.. Orders.New(60_000).Where(order => Orders.ShardOf(order.Id) == 3)];
        BulkResult done = await shards.BulkInsertAsync(Given(skewed, isList: false), cancellationToken: Token);
        Assert.Equal((skewed.Count, 1), ((int)done.RowsInserted, done.Connections));
        Assert.Equal([3], shards.Contexts.Keys);
        Assert.Equal(Orders.Expected(skewed), await Orders.StoredAsync(database));
        Assert.Equal("no rows, nothing sent", (await shards.BulkInsertAsync(new List<Order>(), cancellationToken: Token)).ToString());
        Assert.Equal("no rows, nothing sent", (await shards.BulkInsertAsync(Given(new List<Order>(), isList: false), cancellationToken: Token)).ToString());
    }

    private static IEnumerable<T> Given<T>(IReadOnlyList<T> rows, bool isList) => isList ? rows : rows.Where(_ => true);

    private static async IAsyncEnumerable<T> Async<T>(IEnumerable<T> rows)
    {
        int i = 0;
        foreach (T row in rows)
        {
            if (i++ % 1_000 == 0)
                await Task.Yield();
            yield return row;
        }
    }

    private sealed class Reports : IProgress<BulkProgress>
    {
        public List<long> Rows { get; } = [];

        public long? Total { get; private set; }

        public void Report(BulkProgress value)
        {
            Rows.Add(value.RowCount);
            Total = value.TotalRowCount;
        }
    }
}
