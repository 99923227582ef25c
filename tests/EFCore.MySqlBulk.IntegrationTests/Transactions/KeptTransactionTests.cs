using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>A call that fails keeps the caller's transaction, and the changes that other calls have made in it.</summary>
[BothServers]
public abstract class KeptTransactionTests(Servers servers, ServerKind kind)
{
    // More rows than are read before the first statement is sent.
    private const int Many = 3_300;

    [Theory]
    [InlineData(BulkStrategy.MultiRowValues, 1, true)]
    [InlineData(BulkStrategy.MultiRowValues, 1, false)]
    [InlineData(BulkStrategy.MultiRowValues, 2, true)]
    [InlineData(BulkStrategy.PreparedMultiRow, 1, false)]
    public async Task An_interceptor_that_throws_leaves_the_callers_transaction(BulkStrategy strategy, int statement, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        BeforeStatement policy = new(statement, _ => throw new NotSupportedException("a policy"));
        await using ModelContext context = database.Context(o => o.AddInterceptors(policy));
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "INSERT INTO tickets (Token, Name, Score) VALUES (1001, 'earlier', 0)");

        await Assert.ThrowsAsync<NotSupportedException>(() => context.InsertAsync(isAsync, Tickets.New(30), new() { BatchRows = 10, Strategy = strategy }));

        Assert.Same(transaction, context.Database.CurrentTransaction);
        Assert.Equal(["earlier"], (await Tickets.StoredAsync(context)).Select(t => t.Name));
        Assert.Empty(await Tickets.StoredAsync(database));
        await context.InsertAsync(isAsync, Tickets.New(30), new() { BatchRows = 10, Strategy = strategy });
        await transaction.CommitAsync(Token);
        Assert.Equal(31, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(1, false)]
    [InlineData(2, true)]
    [InlineData(2, false)]
    public async Task A_deadlock_that_an_interceptor_meets_elsewhere_leaves_the_callers_transaction(int statement, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        BeforeStatement audit = new(statement, _ => database.ExecuteAsync("SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'of an audit'"));
        await using ModelContext context = database.Context(o => o.AddInterceptors(audit));
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "INSERT INTO tickets (Token, Name, Score) VALUES (1001, 'earlier', 0)");

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, Tickets.New(30), new() { BatchRows = 10 }));

        Assert.Equal((BulkOutcome.Nothing, false), (failure.Outcome, failure.TransactionLost));
        Assert.Same(transaction, context.Database.CurrentTransaction);
        await transaction.CommitAsync(Token);
        Assert.Equal(["earlier"], (await Tickets.StoredAsync(database)).Select(t => t.Name));
    }

    [Theory]
    [InlineData("COMMIT", true)]
    [InlineData("COMMIT", false)]
    [InlineData("ANALYZE TABLE tickets", true)]
    public async Task A_transaction_that_an_interceptor_has_ended_may_be_stored(string statement, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        ModelContext? current = null;
        await using ModelContext context = database.Context(o => o.AddInterceptors(new BeforeStatement(2, _ => TestDatabase.ExecuteAsync(current!, statement))));
        current = context;
        List<Ticket> tickets = Tickets.New(30);
        tickets[25].Token = 1;
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, new() { BatchRows = 10 }));

        Assert.Equal((BulkOutcome.Unknown, true), (failure.Outcome, failure.TransactionLost));
        Assert.NotEmpty(await Tickets.StoredAsync(database));
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
        await Assert.ThrowsAnyAsync<Exception>(() => transaction.CommitAsync(Token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_transaction_that_an_interceptor_has_committed_by_EF_Core_may_be_stored(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        IDbContextTransaction? current = null;
        await using ModelContext context = database.Context(o => o.AddInterceptors(new BeforeStatement(2, _ => current!.CommitAsync(Token))));
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        current = transaction;
        List<Ticket> tickets = Tickets.New(30);
        tickets[25].Token = 1;

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, new() { BatchRows = 10 }));

        Assert.Equal((BulkOutcome.Unknown, true), (failure.Outcome, failure.TransactionLost));
        Assert.NotEmpty(await Tickets.StoredAsync(database));
        Assert.Null(context.Database.CurrentTransaction);
    }

    // As the server does with innodb_rollback_on_timeout.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task A_lock_wait_timeout_that_ended_the_callers_transaction_has_stored_nothing(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        ModelContext? current = null;
        await using ModelContext context = database.Context(o => o.AddInterceptors(new BeforeStatement(2, async command =>
        {
            await TestDatabase.ExecuteAsync(current!, "ROLLBACK");
            await Trouble.SignalAsync(command, 1205);
        })));
        current = context;
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, Tickets.New(30), new() { BatchRows = 10 }));

        Assert.Equal((1205, BulkOutcome.Nothing, true), (failure.ErrorNumber, failure.Outcome, failure.TransactionLost));
        Assert.Empty(await Tickets.StoredAsync(database));
        await Assert.ThrowsAnyAsync<Exception>(() => transaction.CommitAsync(Token));
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(2, true)]
    [InlineData(2, false)]
    public async Task A_connection_that_an_interceptor_loses_elsewhere_leaves_the_callers_transaction(int statement, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        BeforeStatement audit = new(statement, _ => database.ExecuteAsync("SIGNAL SQLSTATE '08S01' SET MYSQL_ERRNO = 1053, MESSAGE_TEXT = 'of an audit'"));
        await using ModelContext context = database.Context(o => o.AddInterceptors(audit));
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "INSERT INTO tickets (Token, Name, Score) VALUES (1001, 'earlier', 0)");

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, Tickets.New(30), new() { BatchRows = 10 }));

        Assert.Equal((BulkOutcome.Nothing, false), (failure.Outcome, failure.TransactionLost));
        Assert.Same(transaction, context.Database.CurrentTransaction);
        await transaction.CommitAsync(Token);
        Assert.Equal(["earlier"], (await Tickets.StoredAsync(database)).Select(t => t.Name));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_interceptor_that_throws_on_every_statement_does_not_keep_rows_from_being_taken_back(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        Policy policy = new();
        await using ModelContext context = database.Context(o => o.AddInterceptors(policy));
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);

        await Assert.ThrowsAsync<NotSupportedException>(() => context.InsertAsync(isAsync, Tickets.New(30), new() { BatchRows = 10 }));

        Assert.Same(transaction, context.Database.CurrentTransaction);
        await transaction.CommitAsync(Token);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_call_inside_another_calls_rows_has_a_savepoint_of_its_own(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        await context.InsertAsync(isAsync, Tickets.New(1, first: 10_001));

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.InsertAsync(isAsync, Rows(context), new() { BatchRows = 100, Strategy = BulkStrategy.MultiRowValues }));

        Assert.Equal((1062, BulkOutcome.Nothing), (failure.ErrorNumber, failure.Outcome));
        await transaction.CommitAsync(Token);
        Assert.Equal([10_001], (await Tickets.StoredAsync(database)).Select(t => t.Token));
    }

    [Fact]
    public async Task A_call_that_fails_inside_another_calls_rows_leaves_the_other()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);

        await context.BulkInsertAsync(RowsAroundAFailure(context), new() { BatchRows = 100, Strategy = BulkStrategy.MultiRowValues }, Token);

        await transaction.CommitAsync(Token);
        Assert.Equal(Enumerable.Range(1, Many), (await Tickets.StoredAsync(database)).Select(t => t.Token).Order());
    }

    private static IEnumerable<Ticket> Rows(ModelContext context)
    {
        foreach (Ticket ticket in Tickets.New(Many))
        {
            if (ticket.Token == Many - 150)
                context.BulkInsert(Tickets.New(5, first: 20_001));
            if (ticket.Token == Many)
                ticket.Token = 1;
            yield return ticket;
        }
    }

    private static IEnumerable<Ticket> RowsAroundAFailure(ModelContext context)
    {
        foreach (Ticket ticket in Tickets.New(Many))
        {
            if (ticket.Token == Many - 150)
                Assert.Throws<BulkOperationException>(() => context.BulkInsert([.. Tickets.New(5, first: 20_001), new Ticket { Token = 3 }]));
            yield return ticket;
        }
    }

    private sealed class Policy : Microsoft.EntityFrameworkCore.Diagnostics.DbCommandInterceptor
    {
        private int _statements;

        public override Microsoft.EntityFrameworkCore.Diagnostics.InterceptionResult<int> NonQueryExecuting(
            DbCommand command, Microsoft.EntityFrameworkCore.Diagnostics.CommandEventData eventData, Microsoft.EntityFrameworkCore.Diagnostics.InterceptionResult<int> result)
            => ++_statements > 1 ? throw new NotSupportedException("a policy") : result;

        public override ValueTask<Microsoft.EntityFrameworkCore.Diagnostics.InterceptionResult<int>> NonQueryExecutingAsync(
            DbCommand command, Microsoft.EntityFrameworkCore.Diagnostics.CommandEventData eventData, Microsoft.EntityFrameworkCore.Diagnostics.InterceptionResult<int> result,
            CancellationToken cancellationToken = default)
            => new(NonQueryExecuting(command, eventData, result));
    }
}
