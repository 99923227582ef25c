using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>The reported outcome of a failure matches the contents of the table.</summary>
[BothServers]
public abstract class OutcomeTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Without_savepoints_rows_are_said_to_wait_in_the_transaction(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(30);
        tickets[25].Token = 1;
        await using ModelContext context = database.Context();
        context.Database.AutoSavepointsEnabled = false;
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, new() { BatchRows = 10 }));

        Assert.Equal(BulkOutcome.InTransaction, failure.Outcome);
        Assert.DoesNotContain("othing from this call is stored", failure.Message, StringComparison.Ordinal);
        Assert.Equal(20, (await Tickets.StoredAsync(context)).Count);
    }

    [Theory]
    [InlineData(BulkStrategy.RowByRow, 25, true)]
    [InlineData(BulkStrategy.RowByRow, 25, false)]
    [InlineData(BulkStrategy.MultiRowValues, 20, true)]
    public async Task Without_a_transaction_the_rows_that_stay_are_counted(BulkStrategy strategy, int stored, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(30);
        tickets[25].Token = 1;
        await using ModelContext context = Never(database);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.InsertAsync(isAsync, tickets, new() { BatchRows = 10, Strategy = strategy }));

        Assert.Equal((BulkOutcome.Some, stored), (failure.Outcome, failure.RowsAffected));
        Assert.Contains($"remain stored: {stored}.", failure.Message, StringComparison.Ordinal);
        Assert.Equal(stored, (await Tickets.StoredAsync(database)).Count);
    }

    // A retrying strategy would send rows again that are already stored.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_call_that_has_committed_anything_is_not_sent_again(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        BeforeStatement trouble = new(2, command => Trouble.SignalAsync(command, 1213));
        await using ModelContext context = Never(database, trouble);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.InsertAsync(isAsync, Tickets.New(30), new() { BatchRows = 10, VerifyKeys = false }));

        Assert.Equal((BulkOutcome.Some, 10L, 1213), (failure.Outcome, failure.RowsAffected, failure.ErrorNumber));
        Assert.Equal(10, (await Tickets.StoredAsync(database)).Count);
        Assert.Equal(2, trouble.Seen);
    }

    [Fact]
    public async Task A_call_that_has_stored_nothing_is_sent_again_without_a_transaction_too()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        BeforeStatement trouble = new(1, command => Trouble.SignalAsync(command, 1213));
        await using ModelContext context = Never(database, trouble);

        await context.BulkInsertAsync(Tickets.New(30), new() { BatchRows = 10 }, Token);

        Assert.Equal(30, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData("MyISAM", false)]
    [InlineData("MyISAM", true)]
    [InlineData("MEMORY", false)]
    public async Task An_engine_without_transactions_is_not_said_to_have_taken_rows_back(string engine, bool isInCallersTransaction)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync("ALTER TABLE tickets MODIFY Name VARCHAR(50)", $"ALTER TABLE tickets ENGINE={engine}");
        List<Ticket> tickets = Tickets.New(30);
        tickets[25].Token = 1;
        await using ModelContext context = database.Context();
        await using IDbContextTransaction? transaction = isInCallersTransaction ? await context.Database.BeginTransactionAsync(Token) : null;

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(tickets, new() { BatchRows = 10 }, Token));

        Assert.Equal((BulkOutcome.Unknown, false), (failure.Outcome, failure.TransactionLost));
        Assert.Contains("engine does not support transactions", failure.Message, StringComparison.Ordinal);
        // The failed row is not searched for, because that would store rows behind it.
        Assert.Equal(Enumerable.Range(1, 25), (await Tickets.StoredAsync(database)).Select(t => t.Token));
    }

    [Fact]
    public async Task The_search_for_the_row_of_a_single_statement_leaves_nothing_and_says_so()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(10);
        tickets.ForEach(ticket => ticket.Id = ticket.Token);
        tickets[5].Token = 1;
        await using ModelContext context = database.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(tickets, cancellationToken: Token));

        Assert.Equal((5, BulkOutcome.Nothing), (failure.RowIndex, failure.Outcome));
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task One_statement_on_an_engine_without_transactions_may_have_stored_rows()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await database.ExecuteAsync("ALTER TABLE tickets ENGINE=MyISAM");
        List<Ticket> tickets = Tickets.New(10);
        tickets[5].Token = 1;
        await using ModelContext context = Never(database);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(tickets, new() { Strategy = BulkStrategy.MultiRowValues, ReturnKeys = false }, Token));

        Assert.Equal(BulkOutcome.Unknown, failure.Outcome);
        Assert.Equal(5, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(1, false)]
    [InlineData(3, true)]
    public async Task A_failure_after_all_rows_are_stored_leaves_the_entities_unchanged(int count, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(count);
        tickets.ForEach(ticket => ticket.Id = ticket.Token);
        context.AddRange(tickets);
        Reports progress = new(() => throw new NotSupportedException("the caller's own"));

        Exception failure = await Assert.ThrowsAnyAsync<Exception>(() => context.InsertAsync(isAsync, tickets, new() { Progress = progress }));

        // Several rows may have been sent in a transaction, and then nothing is stored.
        List<(long, int, string, double)> stored = await Tickets.StoredAsync(database);
        if (count == 1)
            Assert.Equal(BulkOutcome.All, Assert.IsType<BulkOperationException>(failure).Outcome);
        Assert.Equal(stored.Count == 0 ? EntityState.Added : EntityState.Unchanged, context.Entry(tickets[0]).State);
        Assert.Equal(stored.Count, stored.Count == 0 ? 0 : count);
        Assert.Equal(stored.Count == 0 ? count : 0, await context.SaveChangesAsync(Token));
        Assert.Equal(count, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_interceptor_that_throws_after_the_commit_has_the_rows_accepted(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(o => o.AddInterceptors(new ThrowingTransactions(afterCommit: true)));
        List<Ticket> tickets = Tickets.New(30);
        context.AddRange(tickets);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, new() { BatchRows = 10 }));

        Assert.Equal((BulkOutcome.All, 30), (failure.Outcome, failure.RowsAffected));
        Assert.Equal(30, (await Tickets.StoredAsync(database)).Count);
        Assert.All(tickets, ticket => Assert.Equal(EntityState.Unchanged, context.Entry(ticket).State));
    }

    // An error that an interceptor gets from another session is not an answer to COMMIT, however transient it is.
    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_call_whose_interceptor_meets_a_deadlock_after_the_commit_is_not_sent_again(bool retries, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        ThrowingTransactions outbox = new(
            afterCommit: true, () => database.ExecuteAsync("SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'of an outbox'"));
        await using ModelContext context = database.Context(options => (retries ? Retrying(options, database) : options).AddInterceptors(outbox));
        List<Ticket> tickets = Tickets.New(30);
        context.AddRange(tickets);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, new() { BatchRows = 10 }));

        Assert.Equal("of an outbox. All rows of this call are stored (30); do not send them again.", failure.Message);
        Assert.Equal((BulkOutcome.All, 30, false), (failure.Outcome, failure.RowsAffected, failure.TransactionLost));
        Assert.Equal(30, (await Tickets.StoredAsync(database)).Count);
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Insert, false)]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Update, false)]
    public async Task An_interceptor_that_times_out_after_the_commit_is_not_taken_for_a_broken_connection(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 30);
        ThrowingTransactions queue = new(afterCommit: true, () => throw new TimeoutException("of a queue"));
        await using ModelContext context = database.Context(options => Retrying(options, database).AddInterceptors(queue));

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.RunAsync(operation, isAsync, tickets, 10));

        Assert.Equal("of a queue. All rows of this call are stored (30); do not send them again.", failure.Message);
        Assert.Equal((BulkOutcome.All, false), (failure.Outcome, failure.TransactionLost));
        Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(30)]
    public async Task Cancelling_once_all_rows_are_stored_undoes_nothing(int count)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        using CancellationTokenSource cancel = new();
        await using ModelContext context = database.Context(options => Retrying(options, database).AddInterceptors(new Committed(_ => cancel.CancelAsync())));
        List<Ticket> tickets = Tickets.New(count);
        context.AddRange(tickets);

        Reports progress = new(() =>
        {
            // One row commits itself.
            if (count == 1)
                cancel.Cancel();
        });
        BulkResult result = await context.BulkInsertAsync(tickets, new() { BatchRows = 10, Progress = progress }, cancel.Token);

        Assert.Equal((count, true), (result.RowsInserted, cancel.IsCancellationRequested));
        Assert.All(tickets, ticket => Assert.Equal(EntityState.Unchanged, context.Entry(ticket).State));
        Assert.Equal(count, (await Tickets.StoredAsync(database)).Count);
    }

    // Whatever had to be cleaned up, such as prepared statements, is gone with it.
    [Theory]
    [InlineData(BulkStrategy.PreparedMultiRow, true)]
    [InlineData(BulkStrategy.PreparedMultiRow, false)]
    [InlineData(BulkStrategy.RowByRow, true)]
    public async Task A_connection_that_is_killed_after_the_commit_is_not_a_failure(BulkStrategy strategy, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        Committed killing = new(async connection =>
        {
            await using DbCommand command = connection.CreateCommand();
            await Trouble.KillAsync(command, database);
        });
        await using ModelContext context = database.Context(options => Retrying(options, database).AddInterceptors(killing));
        List<Ticket> tickets = Tickets.New(30);
        context.AddRange(tickets);

        await context.InsertAsync(isAsync, tickets, new() { BatchRows = 10, Strategy = strategy });

        Assert.Equal(0, await context.SaveChangesAsync(Token));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(BulkStrategy.MultiRowValues, 10, true)]
    [InlineData(BulkStrategy.MultiRowValues, 10, false)]
    [InlineData(BulkStrategy.RowByRow, 14, true)]
    public async Task A_timeout_without_a_transaction_leaves_the_rows_before_it_and_says_so(BulkStrategy strategy, int stored, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext rival = database.Context();
        await using IDbContextTransaction locking = await rival.Database.BeginTransactionAsync(Token);
        await TestDatabase.ExecuteAsync(rival, "INSERT INTO tickets (Token, Name, Score) VALUES (15, 'rival', 0)");
        await using ModelContext context = Never(database);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(
            isAsync, Tickets.New(30), new() { BatchRows = 10, Strategy = strategy, VerifyKeys = false, Timeout = TimeSpan.FromSeconds(1) }));

        await locking.RollbackAsync(Token);
        // It is not always known whether the statement was ended before it could store anything.
        Assert.True(failure.Outcome is BulkOutcome.Some or BulkOutcome.Unknown, failure.Message);
        Assert.Equal(stored, failure.RowsAffected);
        Assert.Contains($" stored: {stored}.", failure.Message, StringComparison.Ordinal);
        Assert.Equal(stored, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_interceptor_that_throws_before_the_commit_has_everything_taken_back(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(o => o.AddInterceptors(new ThrowingTransactions(afterCommit: false)));
        List<Ticket> tickets = Tickets.New(30);
        context.AddRange(tickets);

        await Assert.ThrowsAsync<NotSupportedException>(() => context.InsertAsync(isAsync, tickets, new() { BatchRows = 10 }));

        Assert.Empty(await Tickets.StoredAsync(database));
        Assert.All(tickets, ticket => Assert.Equal(EntityState.Added, context.Entry(ticket).State));
    }

    private static ModelContext Never(TestDatabase database, params BeforeStatement[] interceptors)
    {
        ModelContext context = database.Context(options => Retrying(options, database).AddInterceptors(interceptors));
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        return context;
    }

    private static DbContextOptionsBuilder Retrying(DbContextOptionsBuilder options, TestDatabase database)
        => options.UseMySql(database.ConnectionString, database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(20), null));

    private sealed class Reports(Action then) : IProgress<BulkProgress>
    {
        public void Report(BulkProgress value) => then();
    }

    /// <summary>Runs an action after a transaction was committed.</summary>
    private sealed class Committed(Func<DbConnection, Task> then) : DbTransactionInterceptor
    {
        public override void TransactionCommitted(DbTransaction transaction, TransactionEndEventData eventData)
            => TransactionCommittedAsync(transaction, eventData).GetAwaiter().GetResult();

        public override Task TransactionCommittedAsync(DbTransaction transaction, TransactionEndEventData eventData, CancellationToken cancellationToken = default)
            => then(eventData.Context!.Database.GetDbConnection());
    }
}
