#if !CONNECTORNET
using System.Data.Common;
using System.Reflection;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Storage;
using MySqlConnector;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Cancellation;

/// <summary>After a <c>KILL QUERY</c>, MySqlConnector sends a statement of its own that absorbs a late one. If the server refuses that statement, the driver refuses everything afterwards, though its connection is
/// open and its transaction lives. A call does not take this for a transaction that was committed, and leaves neither rows nor locks behind.</summary>
[BothServers]
public abstract class StuckDriverTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_driver_that_cannot_roll_back_has_stored_nothing(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(30);
        tickets[25].Token = 1;
        await using ModelContext context = database.Context(options => options.AddInterceptors(new Stuck()));
        await context.Database.OpenConnectionAsync(Token);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, new() { BatchRows = 10 }));

        Assert.Equal((BulkOutcome.Nothing, true), (failure.Outcome, failure.TransactionLost));
        await using ModelContext other = database.Context();
        Assert.Equal(30, (await other.BulkInsertAsync(Tickets.New(30), new() { Timeout = TimeSpan.FromSeconds(10) }, Token)).RowsInserted);
        Assert.Equal(30, await context.Set<Ticket>().CountAsync(Token));
    }

    [Theory]
    [InlineData(null, true)]
    [InlineData(null, false)]
    [InlineData(BulkStrategy.RowByRow, true)]
    public async Task A_driver_that_cannot_return_to_the_savepoint_has_lost_the_callers_transaction(BulkStrategy? strategy, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(30);
        tickets[25].Token = 1;
        StuckAfterFailure stuck = new();
        await using ModelContext context = database.Context(options => options.AddInterceptors(stuck));
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token))
        {
            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
                () => context.InsertAsync(isAsync, tickets, new() { BatchRows = 10, Strategy = strategy }));

            Assert.Equal((BulkOutcome.Nothing, true, true), (failure.Outcome, failure.TransactionLost, stuck.HasStuck));
            await using ModelContext other = database.Context();
            Assert.Equal(30, (await other.BulkInsertAsync(Tickets.New(30), new() { Timeout = TimeSpan.FromSeconds(10) }, Token)).RowsInserted);
            await Assert.ThrowsAnyAsync<Exception>(() => transaction.CommitAsync(Token));
        }

        Assert.Equal(30, await context.Set<Ticket>().CountAsync(Token));
    }

    // Sets the state that the refused statement leaves. When the server refuses it cannot be chosen from outside.
    private static void Stick(DbConnection connection)
    {
        object session = typeof(MySqlConnection).GetProperty("Session", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(connection)!;
        FieldInfo state = session.GetType().GetField("m_state", BindingFlags.Instance | BindingFlags.NonPublic)!;
        state.SetValue(session, Enum.Parse(state.FieldType, "ClearingPendingCancellation"));
    }

    private sealed class Stuck : DbTransactionInterceptor
    {
        public override InterceptionResult TransactionRollingBack(DbTransaction transaction, TransactionEventData eventData, InterceptionResult result)
        {
            Stick(transaction.Connection!);
            return result;
        }

        public override ValueTask<InterceptionResult> TransactionRollingBackAsync(
            DbTransaction transaction, TransactionEventData eventData, InterceptionResult result, CancellationToken cancellationToken = default)
            => new(TransactionRollingBack(transaction, eventData, result));
    }

    private sealed class StuckAfterFailure : DbCommandInterceptor
    {
        public bool HasStuck { get; private set; }

        public override void CommandFailed(DbCommand command, CommandErrorEventData eventData)
        {
            HasStuck = true;
            Stick(command.Connection!);
        }

        public override Task CommandFailedAsync(DbCommand command, CommandErrorEventData eventData, CancellationToken cancellationToken = default)
        {
            CommandFailed(command, eventData);
            return Task.CompletedTask;
        }
    }
}
#endif
