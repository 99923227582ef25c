using System.Transactions;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>Transactions of <c>System.Transactions</c>, ambient or enlisted: their owner decides the outcome.</summary>
[BothServers]
[Collection(Scopes.OneAtATime)]
public abstract class AmbientTransactionTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Insert, false)]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Delete, false)]
    public async Task A_scope_that_is_not_completed_leaves_the_rows_as_they_were(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 250);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);

        using (Scope())
        {
            await using ModelContext context = database.Context();
            Assert.Equal(250, (await context.RunAsync(operation, isAsync, tickets, 100)).RowsAffected);
            Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(context));
        }

        Assert.Equal(before, await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Insert, false)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    public async Task A_completed_scope_stores_all(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 250);

        using (TransactionScope scope = Scope())
        {
            await using ModelContext context = database.Context();
            await context.RunAsync(operation, isAsync, tickets, 100);
            scope.Complete();
        }

        Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_call_that_fails_in_a_scope_stores_nothing(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(250);
        tickets[220].Token = 7;
        await using ModelContext context = database.Context();

        using (Scope())
        {
            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
                () => context.InsertAsync(isAsync, tickets, new() { BatchRows = 100 }));
            Assert.Equal((1062, 220), (Trouble.Number(failure), failure.RowIndex));
        }

        Assert.Empty(await Tickets.StoredAsync(context));
        Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task An_enlisted_transaction_decides(bool commits, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(250);
        await using ModelContext context = database.Context();
        using CommittableTransaction transaction = new();
        await context.Database.OpenConnectionAsync(Token);
        context.Database.EnlistTransaction(transaction);

        await context.InsertAsync(isAsync, tickets, new() { BatchRows = 100 });
        Assert.Empty(await Tickets.StoredAsync(database));
        if (commits)
            transaction.Commit();
        else
            transaction.Rollback();

        Assert.Equal(commits ? Tickets.Values(tickets) : [], await Tickets.StoredAsync(database));
    }

    private static TransactionScope Scope() => new(
        TransactionScopeOption.Required, new TransactionOptions { IsolationLevel = IsolationLevel.RepeatableRead }, TransactionScopeAsyncFlowOption.Enabled);
}
