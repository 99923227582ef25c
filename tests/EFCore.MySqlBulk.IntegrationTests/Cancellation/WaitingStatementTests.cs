using EFCore.MySqlBulk.IntegrationTests.FaultMachine;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Cancellation;

/// <summary>A statement that waits for another session's lock can be cancelled and can time out, and leaves a usable context behind.</summary>
[BothServers]
public abstract class WaitingStatementTests(Servers servers, ServerKind kind)
{
    // The lock itself would be waited for for 50 s.
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(20);

    [Theory]
    [InlineData(10)]
    [InlineData(3_000)]
    public async Task A_waiting_update_is_cancelled(int rows)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Item>());
        await using ModelContext context = database.Context();
        List<Item> items = await StoreAsync(context, rows);
        await using ModelContext other = database.Context();
        await using IDbContextTransaction locking = await LockAsync(other, items[^1].Id);

        using CancellationTokenSource cancellation = new(TimeSpan.FromMilliseconds(400));
        Task call = context.BulkUpdateAsync(items, cancellationToken: cancellation.Token);
        await EndsAsync(call, TimeSpan.FromMilliseconds(400));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        await locking.RollbackAsync(TestContext.Current.CancellationToken);

        Assert.Equal(0, await context.Set<Item>().CountAsync(i => i.Value != 0, TestContext.Current.CancellationToken));
        Assert.Equal(rows, (await context.BulkUpdateAsync(items, cancellationToken: TestContext.Current.CancellationToken)).RowsUpdated);
    }

    [Fact]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task A_waiting_update_times_out()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Item>());
        await using ModelContext context = database.Context();
        List<Item> items = await StoreAsync(context, 100);
        await using ModelContext other = database.Context();
        await using IDbContextTransaction locking = await LockAsync(other, items[50].Id);

        Task call = context.BulkUpdateAsync(items, new() { Timeout = TimeSpan.FromSeconds(1) }, TestContext.Current.CancellationToken);
        await EndsAsync(call, TimeSpan.FromSeconds(1));
        await Assert.ThrowsAsync<BulkOperationException>(() => call);
        await locking.RollbackAsync(TestContext.Current.CancellationToken);

        Assert.Equal(0, await context.Set<Item>().CountAsync(i => i.Value != 0, TestContext.Current.CancellationToken));
        Assert.Equal(100, (await context.BulkUpdateAsync(items, cancellationToken: TestContext.Current.CancellationToken)).RowsUpdated);
    }

    [Fact]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task A_cancelled_statement_leaves_the_callers_transaction_usable()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Item>());
        await using ModelContext context = database.Context();
        List<Item> items = await StoreAsync(context, 200);
        await using ModelContext other = database.Context();
        await using IDbContextTransaction locking = await LockAsync(other, items[^1].Id);

        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken);
        await context.BulkInsertAsync([new Item { Value = 7 }], cancellationToken: TestContext.Current.CancellationToken);
        using CancellationTokenSource cancellation = new(TimeSpan.FromMilliseconds(300));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkUpdateAsync(items, cancellationToken: cancellation.Token));
        await transaction.CommitAsync(TestContext.Current.CancellationToken);
        await locking.RollbackAsync(TestContext.Current.CancellationToken);

        Assert.Equal([7], await context.Set<Item>().Where(i => i.Value != 0).Select(i => i.Value).ToListAsync(TestContext.Current.CancellationToken));
    }

    // Soon after it was cancelled or timed out. Time in which the process got no processor does not count.
    private static async Task EndsAsync(Task call, TimeSpan after)
        => Assert.True(await FairClock.EndsAsync(call, after + Bound), $"The call did not end within {Bound}.");

    private static async Task<List<Item>> StoreAsync(ModelContext context, int rows)
    {
        List<Item> items = [.. Enumerable.Range(0, rows).Select(_ => new Item())];
        await context.BulkInsertAsync(items, cancellationToken: TestContext.Current.CancellationToken);
        items.ForEach(item => item.Value = 1);
        return items;
    }

    private static async Task<IDbContextTransaction> LockAsync(ModelContext context, long id)
    {
        IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken);
        await context.Set<Item>().Where(i => i.Id == id).ExecuteUpdateAsync(set => set.SetProperty(i => i.Value, 99), TestContext.Current.CancellationToken);
        return transaction;
    }

    private sealed class Item
    {
        public long Id { get; set; }

        public int Value { get; set; }
    }
}
