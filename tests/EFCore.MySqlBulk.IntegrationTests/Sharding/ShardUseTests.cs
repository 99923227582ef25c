using System.Transactions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sharding;

/// <summary>What a set of shards refuses, and what becomes of its contexts.</summary>
[BothServers]
public abstract class ShardUseTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Contexts_are_made_at_their_first_use_kept_and_disposed_of()
    {
        await using TestDatabase database = await Orders.CreateAsync(await servers.OfAsync(kind));
        List<int> made = [];
        BulkShards<ModelContext, int> shards = new BulkShards<ModelContext, int>(shard =>
        {
            made.Add(shard);
            return database.Context();
        }).Map<Order>(order => Orders.ShardOf(order.Id), Orders.TableOf);
        Assert.Empty(made);
        await shards.BulkInsertAsync(Orders.New(100), cancellationToken: Token);
        await shards.BulkInsertAsync(Orders.New(100, 100), cancellationToken: Token);
        Assert.Equal([0, 1, 2, 3, 4], made.Order());
        ModelContext[] contexts = [.. shards.Contexts.Values];
        Assert.Same(shards.Contexts[2], shards.Context(2));
        await shards.DisposeAsync();
        shards.Dispose();
        Assert.All(contexts, context => Assert.Throws<ObjectDisposedException>(() => context.Set<Order>().Count()));
        Assert.Throws<ObjectDisposedException>(() => shards.BulkInsert(Orders.New(1)));
        Assert.Throws<ObjectDisposedException>(() => shards.Context(2));
    }

    [Fact]
    public async Task What_cannot_be_right_is_refused_before_anything_is_sent()
    {
        await using TestDatabase database = await Orders.CreateAsync(await servers.OfAsync(kind));
        await using BulkShards<ModelContext, int> shards = Orders.Shards(database);
        List<Order> orders = Orders.New(100);
        await RefusedAsync<InvalidOperationException>("Call Map<Ticket>(row => …) before", () => shards.BulkInsertAsync(Tickets.New(1), cancellationToken: Token));
        await RefusedAsync<InvalidOperationException>("Call MapKey<Order, Int32>(key => …) before", () => shards.BulkDeleteByKeyAsync<Order, int>([1], cancellationToken: Token));
        await RefusedAsync<ArgumentException>("The option Table and the function that gives a shard its table both name one", () => shards.BulkInsertAsync(orders, new() { Table = "orders" }, Token));
        await RefusedAsync<InvalidOperationException>("shards commit once all of them have accepted their rows", () => shards.BulkInsertAsync(orders, new() { CommitRows = 10 }, Token));
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
            await RefusedAsync<InvalidOperationException>("Shards cannot share the ambient transaction", () => shards.BulkInsertAsync(orders, cancellationToken: Token));

        await using ModelContext one = database.Context();
        BulkShards<ModelContext, int> same = new BulkShards<ModelContext, int>(_ => one).Map<Order>(order => Orders.ShardOf(order.Id), Orders.TableOf);
        await RefusedAsync<InvalidOperationException>("returned the same context for the shards", () => same.BulkInsertAsync(orders, cancellationToken: Token));
        BulkShards<ModelContext, int> none = new BulkShards<ModelContext, int>(_ => null!).Map<Order>(order => Orders.ShardOf(order.Id));
        await RefusedAsync<InvalidOperationException>("The function that makes the context of a shard returned null for shard", () => none.BulkInsertAsync(orders, cancellationToken: Token));
        BulkShards<ModelContext, int> nowhere = new BulkShards<ModelContext, int>(_ => one).Map<Order>(order => 1, _ => null!);
        await RefusedAsync<InvalidOperationException>("The function that gives 'Order' its table returned null for shard '1'", () => nowhere.BulkInsertAsync(orders, cancellationToken: Token));
        Assert.All(await Orders.StoredAsync(database), Assert.Empty);

        static async Task RefusedAsync<T>(string message, Func<Task> call)
            where T : Exception
            => Assert.Contains(message, (await Assert.ThrowsAsync<T>(call)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Two_calls_at_the_same_time_are_refused()
    {
        await using TestDatabase database = await Orders.CreateAsync(await servers.OfAsync(kind));
        await using BulkShards<ModelContext, int> shards = Orders.Shards(database);
        InvalidOperationException? refused = null;
        await shards.BulkInsertAsync(Inside(), cancellationToken: Token);
        Assert.Contains("Another call of these shards has not ended", refused?.Message, StringComparison.Ordinal);
        Assert.Equal(Orders.Expected(Orders.New(50)), await Orders.StoredAsync(database));

        IEnumerable<Order> Inside()
        {
            refused = Assert.Throws<InvalidOperationException>(() => shards.BulkInsert(Orders.New(1, 1_000)));
            foreach (Order order in Orders.New(50))
                yield return order;
        }
    }
}
