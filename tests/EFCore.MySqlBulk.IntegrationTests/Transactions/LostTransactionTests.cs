using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>The server ends a transaction in the middle of a call: no later statement may be committed by itself.</summary>
[BothServers]
public abstract class LostTransactionTests(Servers servers, ServerKind kind)
{
    private const int Rows = 500;
    private const int Contended = 150;
    private const int First = 50;

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Insert, false)]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    [InlineData(Operation.Delete, false)]
    public async Task After_a_deadlock_nothing_of_the_callers_transaction_is_stored(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, Rows);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        await using Rival rival = await Rival.BeginAsync(database, operation, Contended);
        Task rivalsEnd = Task.CompletedTask;
        BeforeStatement second = new(2, _ =>
        {
            rivalsEnd = rival.TouchAsync(First);
            return Task.CompletedTask;
        });
        await using ModelContext context = database.Context(o => o.AddInterceptors(second));
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        context.Add(new Ticket { Id = 10_001, Token = 10_001 });
        await context.SaveChangesAsync(Token);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => RunAsync(context, operation, isAsync, tickets));

        Assert.Equal((1213, true, 0), (Trouble.Number(failure), failure.TransactionLost, failure.RowsAffected));
        Assert.Equal(2, second.Seen);
        await rivalsEnd;
        await rival.RollbackAsync();
        // Whatever the caller does with the lost transaction may throw, and stores nothing.
        await Record.ExceptionAsync(() => transaction.CommitAsync(Token));
        Assert.Equal(before, await Tickets.StoredAsync(database));

        context.Add(new Ticket { Id = 10_002, Token = 10_002, Name = "alone" });
        Assert.Equal(1, await context.SaveChangesAsync(Token));
        Assert.Equal([.. before, (10_002, 10_002, "alone", 0)], await Tickets.StoredAsync(database));

        await using IDbContextTransaction next = await context.Database.BeginTransactionAsync(Token);
        await RunAsync(context, operation, isAsync, tickets);
        await next.CommitAsync(Token);
        Assert.Equal([.. Tickets.After(operation, tickets), (10_002, 10_002, "alone", 0)], (await Tickets.StoredAsync(database)).OrderBy(t => t.Token));
    }

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    public async Task After_a_deadlock_our_own_transaction_is_made_again_as_a_whole(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, Rows);
        await using Rival rival = await Rival.BeginAsync(database, operation, Contended);
        Task rivalsEnd = Task.CompletedTask;
        BeforeStatement second = new(2, _ =>
        {
            rivalsEnd = EndAsync();
            return Task.CompletedTask;
        });
        await using ModelContext context = database.Context(o => o.AddInterceptors(second));

        BulkResult result = await RunAsync(context, operation, isAsync, tickets);

        await rivalsEnd;
        Assert.Equal(Rows, result.RowsAffected);
        Assert.InRange(second.Seen, 2 + (Rows / 100), 100);
        Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(context));

        async Task EndAsync()
        {
            await rival.TouchAsync(First);
            await rival.RollbackAsync();
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task After_a_deadlock_nothing_of_a_stream_is_stored(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        List<Ticket> tickets = Tickets.New(Rows);
        await using Rival rival = await Rival.BeginAsync(database, Operation.Insert, Contended);
        Task rivalsEnd = Task.CompletedTask;
        BeforeStatement second = new(2, _ =>
        {
            rivalsEnd = rival.TouchAsync(First);
            return Task.CompletedTask;
        });
        await using ModelContext context = database.Context(o => o.AddInterceptors(second));

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.InsertAsync(isAsync, tickets.Select(ticket => ticket), new() { BatchRows = 100 }));

        Assert.Equal((1213, true, 0), (Trouble.Number(failure), failure.TransactionLost, failure.RowsAffected));
        await rivalsEnd;
        await rival.RollbackAsync();
        Assert.Empty(await Tickets.StoredAsync(context));
    }

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Insert, false)]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Delete, false)]
    public async Task After_a_lock_wait_timeout_the_callers_transaction_goes_on(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, Rows);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        await using Rival rival = await Rival.BeginAsync(database, operation, Contended);
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "SET SESSION innodb_lock_wait_timeout = 1");
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        context.Add(new Ticket { Id = 10_001, Token = 10_001, Name = "earlier" });
        await context.SaveChangesAsync(Token);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => RunAsync(context, operation, isAsync, tickets));

        Assert.Equal((1205, false, null), (Trouble.Number(failure), failure.TransactionLost, failure.RowIndex));
        Assert.Same(transaction, context.Database.CurrentTransaction);
        await rival.RollbackAsync();
        await transaction.CommitAsync(Token);
        Assert.Equal([.. before, (10_001, 10_001, "earlier", 0)], await Tickets.StoredAsync(database));
        await RunAsync(context, operation, isAsync, tickets);
        Assert.Equal(Tickets.After(operation, tickets), (await Tickets.StoredAsync(context)).Where(t => t.Token != 10_001));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task After_the_connection_was_killed_nothing_is_stored_and_the_context_connects_again(bool isInCallersTransaction, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        List<Ticket> tickets = Tickets.New(300);
        await using ModelContext context = database.Context(o => o.AddInterceptors(new BeforeStatement(2, command => Trouble.KillAsync(command, database))));
        await using (IDbContextTransaction? transaction = isInCallersTransaction ? await context.Database.BeginTransactionAsync(Token) : null)
        {
            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
                () => context.InsertAsync(isAsync, tickets, new() { BatchRows = 100 }));
            Assert.True(failure.TransactionLost);
            Assert.Equal(transaction, context.Database.CurrentTransaction);
        }

        Assert.Empty(await Tickets.StoredAsync(database));
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
        await context.InsertAsync(isAsync, tickets);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    // With a list of keys MariaDB would scan and lock the whole table, because it is so small.
    private static Task<BulkResult> RunAsync(ModelContext context, Operation operation, bool isAsync, List<Ticket> tickets)
        => context.RunAsync(operation, isAsync, tickets, 100, operation == Operation.Delete ? BulkStrategy.ValuesJoin : null);

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync("CREATE TABLE ballast (n INT)");
        return database;
    }
}
