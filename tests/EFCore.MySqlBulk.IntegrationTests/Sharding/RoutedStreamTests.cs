using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sharding;

/// <summary>Streams that are split: every wait ends, whatever ends the call, and nothing is stored then.</summary>
[BothServers]
public abstract class RoutedStreamTests(Servers servers, ServerKind kind)
{
    private const int Rows = 40_000;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    public enum Ending
    {
        SourceThrows,
        NullRow,
        FunctionThrows,
        NoShard,
        ServerRefuses,
        Cancelled,
    }

    [Theory]
    [InlineData(Ending.SourceThrows, true)]
    [InlineData(Ending.SourceThrows, false)]
    [InlineData(Ending.NullRow, true)]
    [InlineData(Ending.NullRow, false)]
    [InlineData(Ending.FunctionThrows, true)]
    [InlineData(Ending.FunctionThrows, false)]
    [InlineData(Ending.NoShard, true)]
    [InlineData(Ending.NoShard, false)]
    [InlineData(Ending.ServerRefuses, true)]
    [InlineData(Ending.ServerRefuses, false)]
    [InlineData(Ending.Cancelled, true)]
    public async Task A_stream_that_ends_early_leaves_nothing(Ending end, bool isAsync)
    {
        await using TestDatabase database = await Orders.CreateAsync(await servers.OfAsync(kind));
        using CancellationTokenSource cancel = CancellationTokenSource.CreateLinkedTokenSource(Token);
        await using BulkShards<ModelContext, string> shards = new BulkShards<ModelContext, string>(_ => database.Context())
            .Map<Order>(order => order.Area == "throw" ? throw new NotSupportedException("no area") : order.Area == "none" ? null! : $"{Orders.ShardOf(order.Id)}", shard => $"orders_{shard}");

        Exception failure = await Assert.ThrowsAnyAsync<Exception>(() => (isAsync
            ? shards.BulkInsertAsync(Stream(end, cancel), cancellationToken: cancel.Token)
            : Task.Run(() => shards.BulkInsert(Stream(end, cancel)))).WaitAsync(Patience, Token));

        switch (end)
        {
            case Ending.SourceThrows:
                Assert.Equal("the source", Assert.IsType<NotSupportedException>(failure).Message);
                break;
            case Ending.Cancelled:
                Assert.IsAssignableFrom<OperationCanceledException>(failure);
                break;
            default:
                BulkOperationException refused = Assert.IsType<BulkOperationException>(failure);
                Assert.Equal((BulkOutcome.Nothing, end == Ending.ServerRefuses ? 3 : Rows / 2), (refused.Outcome, refused.RowIndex));
                break;
        }

        Assert.All(await Orders.StoredAsync(database), Assert.Empty);
        // The contexts can still be used.
        List<Order> orders = Orders.New(100);
        Assert.Equal(100, (isAsync ? await shards.BulkInsertAsync(orders, cancellationToken: Token) : shards.BulkInsert(orders)).RowsInserted);
        Assert.Equal(Orders.Expected(orders), await Orders.StoredAsync(database));
    }

    // A shard that fails at its first statement meets full buffers of the others; the stream goes on for as long as it is asked.
    private static IEnumerable<Order> Stream(Ending end, CancellationTokenSource cancel)
    {
        int i = 0;
        foreach (Order order in Orders.New(Rows))
        {
            if (end == Ending.ServerRefuses && i == 3)
                order.Payer = new string('x', 100);
            if (i == Rows / 2)
            {
                switch (end)
                {
                    case Ending.SourceThrows:
                        throw new NotSupportedException("the source");
                    case Ending.Cancelled:
                        cancel.Cancel();
                        break;
                    case Ending.NullRow:
                        yield return null!;
                        break;
                    case Ending.FunctionThrows:
                        order.Area = "throw";
                        break;
                    case Ending.NoShard:
                        order.Area = "none";
                        break;
                }
            }

            i++;
            yield return order;
        }
    }
}
