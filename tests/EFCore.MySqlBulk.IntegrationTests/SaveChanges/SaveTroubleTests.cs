using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.SaveChanges;

/// <summary>A deadlock, a lost connection or a cancellation in the middle of <c>SaveChanges</c> in bulk leaves what it leaves without bulk: nothing of it is stored, and the changes are
/// still to be saved.</summary>
[BothServers]
public abstract class SaveTroubleTests(Servers servers, ServerKind kind)
{
    private const int Rows = 300;

    public enum Kind
    {
        Deadlock,
        Kill,
    }

    [Theory]
    [InlineData(Operation.Insert, Kind.Deadlock, true)]
    [InlineData(Operation.Insert, Kind.Kill, false)]
    [InlineData(Operation.Update, Kind.Deadlock, false)]
    [InlineData(Operation.Update, Kind.Kill, true)]
    [InlineData(Operation.Delete, Kind.Deadlock, true)]
    [InlineData(Operation.Delete, Kind.Kill, true)]
    public async Task Nothing_is_stored_and_everything_can_be_saved_again(Operation operation, Kind trouble, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        BeforeStatement second = new(2, command => trouble == Kind.Kill ? Support.Troubles.Trouble.KillAsync(command, database) : Support.Troubles.Trouble.SignalAsync(command, 1213));
        await using ModelContext context = database.Context(o => o.UseMySqlBulk(b => b.BatchRows(100)).AddInterceptors(second));
        List<Ticket> tickets = await PrepareAsync(operation, database, context);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        EntityState[] states = [.. tickets.Select(ticket => context.Entry(ticket).State)];

        DbUpdateException failed = await FailedAsync(() => context.SaveAsync(isBulk: true, isAsync, Token));

        BulkException inside = Assert.IsAssignableFrom<BulkException>(failed.InnerException);
        Assert.IsAssignableFrom<DbException>(inside.InnerException);
        Assert.Equal((BulkOutcome.Nothing, true), (inside.Outcome, inside.IsTransient));
        Assert.Equal(failed.Entries, inside.Entries);
        Assert.NotEmpty(failed.Entries);
        Assert.Equal(before, await Tickets.StoredAsync(database));
        Assert.Equal(states, tickets.Select(ticket => context.Entry(ticket).State));
        Assert.Null(context.Database.CurrentTransaction);

        Assert.Equal(Rows, await context.SaveAsync(isBulk: true, isAsync, Token));
        Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(Kind.Deadlock, true)]
    [InlineData(Kind.Deadlock, false)]
    public async Task A_retrying_strategy_saves_once(Kind trouble, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        BeforeStatement second = new(2, command => trouble == Kind.Kill ? Support.Troubles.Trouble.KillAsync(command, database) : Support.Troubles.Trouble.SignalAsync(command, 1213));
        DbContextOptionsBuilder options = new DbContextOptionsBuilder()
            .AllowManyServices()
            .UseMySql(database.ConnectionString, database.Server.Version, o => o.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(10), null))
            .UseMySqlBulk(b => b.BatchRows(100)).AddInterceptors(second);
        await using ModelContext context = new(options.ReplaceService<IModelCacheKeyFactory, ModelContext.KeyFactory>().Options, Tickets.Model);
        List<Ticket> tickets = await PrepareAsync(Operation.Insert, database, context);

        Assert.Equal(Rows, await context.SaveAsync(isBulk: true, isAsync, Token));

        Assert.Equal(5, second.Seen);
        Assert.Equal(Tickets.After(Operation.Insert, tickets), await Tickets.StoredAsync(database));
        Assert.Equal(0, await context.SaveAsync(isBulk: true, isAsync, Token));
    }

    [Fact]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task A_transaction_of_the_caller_is_left_to_the_caller_after_a_deadlock()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        BeforeStatement second = new(2, command => Support.Troubles.Trouble.SignalAsync(command, 1213));
        await using ModelContext context = database.Context(o => o.UseMySqlBulk(b => b.BatchRows(100)).AddInterceptors(second));
        await PrepareAsync(Operation.Insert, database, context);
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        await FailedAsync(() => context.BulkSaveChangesAsync(Token));
        Assert.Same(transaction, context.Database.CurrentTransaction);
        await transaction.RollbackAsync(Token);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task A_cancelled_save_stores_nothing()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        using CancellationTokenSource cancel = CancellationTokenSource.CreateLinkedTokenSource(Token);
        BeforeStatement second = new(2, _ => cancel.CancelAsync());
        await using ModelContext context = database.Context(o => o.UseMySqlBulk(b => b.BatchRows(100)).AddInterceptors(second));
        await PrepareAsync(Operation.Insert, database, context);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkSaveChangesAsync(cancel.Token));
        Assert.Empty(await Tickets.StoredAsync(database));
        Assert.Equal(Rows, await context.BulkSaveChangesAsync(Token));
    }

#if !CONNECTORNET
    // Connector/NET does not end such a statement in time on MySQL, and on MariaDB a NullReferenceException of its own ends it.
    [Fact]
    public async Task A_timeout_that_each_row_keeps_and_a_statement_of_all_does_not_stores_nothing_and_smaller_batches_keep_it()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync("CREATE TRIGGER slow BEFORE INSERT ON tickets FOR EACH ROW DO SLEEP(0.1)");
        await using ModelContext plain = Slow(o => o.UseMySql(database.ConnectionString, database.Server.Version, mySql => mySql.MaxBatchSize(1)));
        Assert.Equal(15, await plain.SaveChangesAsync(Token));

        await using ModelContext bulk = Slow(o => o.UseMySqlBulk());
        DbUpdateException failed = await FailedAsync(() => bulk.BulkSaveChangesAsync(Token));
        BulkException inside = Assert.IsAssignableFrom<BulkException>(failed.InnerException);
        Assert.Equal(BulkOutcome.Nothing, inside.Outcome);
        Assert.Empty(await Tickets.StoredAsync(database));
        Assert.All(bulk.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Added, entry.State));

        await using ModelContext divided = Slow(o => o.UseMySqlBulk(b => b.BatchRows(3)));
        Assert.Equal(15, await divided.BulkSaveChangesAsync(Token));
        Assert.Equal(15, (await Tickets.StoredAsync(database)).Count);

        // Each context has the same tickets to store, and none of them waits longer than a second for a statement.
        ModelContext Slow(Action<DbContextOptionsBuilder> configure)
        {
            ModelContext context = database.Context(configure);
            database.ExecuteAsync("DELETE FROM tickets").GetAwaiter().GetResult();
            context.Database.SetCommandTimeout(1);
            context.AddRange(Tickets.New(15));
            return context;
        }
    }
#endif

    private static Task<DbUpdateException> FailedAsync(Func<Task<int>> save) => Assert.ThrowsAsync<DbUpdateException>(save);

    private static async Task<List<Ticket>> PrepareAsync(Operation operation, TestDatabase database, ModelContext context)
    {
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, Rows);
        switch (operation)
        {
            case Operation.Insert:
                context.AddRange(tickets);
                break;
            case Operation.Update:
                context.UpdateRange(tickets);
                break;
            case Operation.Delete:
                context.RemoveRange(tickets);
                break;
            default:
                throw new ArgumentOutOfRangeException(nameof(operation));
        }

        return tickets;
    }
}
