using System.Data;
using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>Calls for which the caller has begun no transaction.</summary>
[BothServers]
public abstract class OwnTransactionTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    public async Task Several_statements_are_one_transaction_that_is_committed(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 250);
        SeenTransactions seen = new();
        await using ModelContext context = database.Context(o => o.AddInterceptors(seen));

        await context.RunAsync(operation, isAsync, tickets, 100);

        Assert.Equal((1, 1, 0), (seen.Started, seen.Committed, seen.RolledBack));
        Assert.Null(context.Database.CurrentTransaction);
        Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_transaction_that_does_not_begin_leaves_the_connection_closed(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(o => o.AddInterceptors(new RefusedTransactions()));

        await Assert.ThrowsAsync<NotSupportedException>(() => context.RunAsync(Operation.Insert, isAsync, Tickets.New(250), 100));

        Assert.Equal(ConnectionState.Closed, context.Database.GetDbConnection().State);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(null)]
    [InlineData(BulkPipelining.Always)]
    [InlineData(BulkPipelining.Never)]
    public async Task What_an_interceptor_writes_after_the_commit_stays(BulkPipelining? pipelining)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        await using ModelContext context = database.Context(o => o.AddInterceptors(new WritesAfterCommit("UPDATE tickets SET Name = 'committed'")));

        if (pipelining is { } how)
        {
            await context.BulkInsertAsync(tickets, new() { BatchRows = 100, Pipelining = how }, cancellationToken: Token);
        }
        else
        {
            context.AddRange(tickets);
            await context.SaveChangesAsync(Token);
        }

        Assert.All(await Tickets.StoredAsync(database), ticket => Assert.Equal("committed", ticket.Name));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_failing_row_takes_every_statement_back(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        tickets[250].Token = tickets[10].Token;
        SeenTransactions seen = new();
        await using ModelContext context = database.Context(o => o.AddInterceptors(seen));

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.InsertAsync(isAsync, tickets, new() { BatchRows = 100 }));

        Assert.Equal((250, 0), (failure.RowIndex, failure.RowsAffected));
        Assert.Equal((1, 0, 1), (seen.Started, seen.Committed, seen.RolledBack));
        Assert.Empty(await Tickets.StoredAsync(context));
        tickets[250].Token = 9_999;
        await context.InsertAsync(isAsync, tickets);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    [Theory]
    [InlineData(AutoTransactionBehavior.WhenNeeded, 0)]
    [InlineData(AutoTransactionBehavior.Always, 1)]
    [InlineData(AutoTransactionBehavior.Never, 0)]
    public async Task One_statement_has_a_transaction_only_where_it_is_asked_for(AutoTransactionBehavior behavior, int transactions)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        // The keys of the table's first statement are verified in a transaction.
        List<Ticket> first = await Tickets.SeedAsync(database, 10);
        List<Ticket> tickets = Tickets.New(10, 11);
        SeenTransactions seen = new();
        await using ModelContext context = database.Context(o => o.AddInterceptors(seen));
        context.Database.AutoTransactionBehavior = behavior;

        BulkResult result = await context.BulkInsertAsync(tickets, cancellationToken: Token);

        Assert.Equal((1, transactions, transactions), (result.Statements, seen.Started, seen.Committed));
        Assert.Equal(Tickets.Values([.. first, .. tickets]), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Without_transactions_a_failure_says_how_many_rows_stay(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(300);
        tickets[250].Token = tickets[10].Token;
        SeenTransactions seen = new();
        await using ModelContext context = database.Context(o => o.AddInterceptors(seen));
        context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.InsertAsync(isAsync, tickets, new() { BatchRows = 100 }));

        Assert.Equal((200, 0), (failure.RowsAffected, seen.Started));
        Assert.Equal(200, (await Tickets.StoredAsync(context)).Count);
    }

    [Fact]
    public async Task A_missing_row_takes_every_statement_of_an_update_back()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.SeedAsync(database, 300);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        tickets.ForEach(ticket => ticket.Name = "changed");
        tickets.Add(new() { Id = 1_000_000, Token = 1_000_000 });
        await using ModelContext context = database.Context();

        BulkConcurrencyException failure = await Assert.ThrowsAsync<BulkConcurrencyException>(
            () => context.BulkUpdateAsync(tickets, new() { BatchRows = 100 }, Token));

        Assert.Equal([300], failure.RowIndexes);
        Assert.Equal(before, await Tickets.StoredAsync(context));
    }

    private sealed class RefusedTransactions : DbTransactionInterceptor
    {
        public override InterceptionResult<DbTransaction> TransactionStarting(DbConnection connection, TransactionStartingEventData eventData, InterceptionResult<DbTransaction> result)
            => throw new NotSupportedException("a policy");

        public override ValueTask<InterceptionResult<DbTransaction>> TransactionStartingAsync(
            DbConnection connection, TransactionStartingEventData eventData, InterceptionResult<DbTransaction> result, CancellationToken cancellationToken = default)
            => throw new NotSupportedException("a policy");
    }
}
