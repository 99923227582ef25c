using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>The context's connection is lost while a packet is on its way.</summary>
[BothServers]
public abstract class LostAnswerTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(false, true)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public async Task A_statement_that_commits_by_itself_and_is_not_answered_is_not_known(bool never, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using FaultProxy proxy = new(database.ConnectionString, Answer(link => Said(link, "INSERT ")));
        await using ModelContext context = Retrying(database, proxy, never);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, Tickets.New(1)));

        Assert.Equal((BulkOutcome.Unknown, true), (failure.Outcome, failure.TransactionLost));
        Assert.Contains("not known", failure.Message, StringComparison.Ordinal);
        Assert.Single(await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_statement_with_given_keys_that_never_arrived_is_looked_up_and_sent_again(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using FaultProxy proxy = new(database.ConnectionString, Once(Fault.ResetBefore, (_, packet) => packet.ToServer && packet.Command == CommandCode.Query && packet.Text.Contains("INSERT ", StringComparison.Ordinal)));
        await using ModelContext context = Plain(database, proxy);
        Ticket ticket = new() { Id = 7, Token = 7 };

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, [ticket]));

        Assert.Equal((BulkOutcome.Nothing, true), (failure.Outcome, failure.TransactionLost));
        Assert.Empty(await Tickets.StoredAsync(database));
        await context.InsertAsync(isAsync, [ticket]);
        Assert.Equal([7], (await Tickets.StoredAsync(database)).Select(t => t.Id));
    }

    [Theory]
    [InlineData(Operation.Insert, true)]
    [InlineData(Operation.Insert, false)]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Delete, false)]
    public async Task A_commit_whose_answer_is_lost_is_looked_up_if_the_rows_can_tell(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, 30);
        await using FaultProxy proxy = new(database.ConnectionString, Answer(link => link.LastCommand == CommandCode.Query && IsCommit(link.Queries.Last())));
        await using ModelContext context = Retrying(database, proxy, never: false);

        Exception? failure = await Record.ExceptionAsync(() => context.RunAsync(operation, isAsync, tickets, 10));

        if (operation == Operation.Update)
            Assert.Equal(BulkOutcome.Unknown, Assert.IsType<BulkOperationException>(failure).Outcome);
        else
            Assert.Null(failure);
        Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_commit_that_never_arrived_has_stored_nothing_and_is_made_again(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using FaultProxy proxy = new(database.ConnectionString, Once(Fault.ResetBefore, (_, packet) => packet.Command == CommandCode.Query && IsCommit(packet.Text)));
        await using ModelContext context = Plain(database, proxy);
        List<Ticket> tickets = Tickets.New(30);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, tickets, new() { BatchRows = 10 }));

        Assert.Equal((BulkOutcome.Nothing, true), (failure.Outcome, failure.TransactionLost));
        Assert.Empty(await Tickets.StoredAsync(database));
        await context.InsertAsync(isAsync, tickets);
        Assert.Equal(30, (await Tickets.StoredAsync(database)).Count);
    }

    // Drivers throw all kinds of exceptions.
    [Theory]
    [InlineData(false, true)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(true, false)]
    public async Task Wherever_the_connection_breaks_the_failure_is_ours_with_the_drivers_inside(bool isInCallersTransaction, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        for (int moment = 0; moment < 12; moment++)
        {
            int seen = 0;
            Fault fault = (moment % 3) switch { 0 => Fault.ResetBefore, 1 => Fault.ResetMidway, _ => Fault.CloseAfter };
            await using FaultProxy proxy = new(database.ConnectionString, Once(
                fault, (link, packet) => link.Queries.Any(query => query.Contains("INSERT ", StringComparison.Ordinal)) && packet.ToServer == (moment % 2 == 0) && ++seen > moment / 2));
            await using ModelContext context = Plain(database, proxy);
            await using IDbContextTransaction? transaction = isInCallersTransaction ? await context.Database.BeginTransactionAsync(Token) : null;

            Exception? failure = await Record.ExceptionAsync(() => context.InsertAsync(isAsync, Tickets.New(60), new() { BatchRows = 10 }));

            if (failure is null)
            {
                Assert.Equal(isInCallersTransaction ? 0 : 60, (await Tickets.StoredAsync(database)).Count);
                await database.ExecuteAsync("DELETE FROM tickets");
                continue;
            }

            BulkOperationException ours = Assert.IsType<BulkOperationException>(failure);
            Assert.NotNull(ours.InnerException);
            Assert.True(ours.TransactionLost, $"moment {moment}: {failure}");
            if (ours.Outcome == BulkOutcome.Nothing)
                Assert.Empty(await Tickets.StoredAsync(database));
            else
                Assert.Equal(BulkOutcome.Unknown, ours.Outcome);
        }
    }

    // The count of the keys comes behind the statement, in the same command.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Wherever_the_answers_break_off_rows_that_committed_by_themselves_are_not_said_to_be_missing(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using (ModelContext proving = database.Context())
            await proving.InsertAsync(isAsync, Tickets.New(2));
        List<BulkOutcome> said = [];
        for (int packet = 1; packet <= 8; packet++)
        {
            await database.ExecuteAsync("DELETE FROM tickets");
            int seen = 0;
            await using FaultProxy proxy = new(database.ConnectionString, Once(Fault.CloseAfter, (link, answer) => !answer.ToServer && Said(link, "INSERT ") && ++seen == packet));
            await using ModelContext context = Plain(database, proxy);

            Exception? failure = await Record.ExceptionAsync(() => context.InsertAsync(isAsync, Tickets.New(4)));

            int stored = (await Tickets.StoredAsync(database)).Count;
            if (failure is null)
            {
                Assert.Equal(4, stored);
                continue;
            }

            BulkOperationException ours = Assert.IsType<BulkOperationException>(failure);
            said.Add(ours.Outcome);
            Assert.True(ours.Outcome == BulkOutcome.Unknown || (ours.Outcome == BulkOutcome.All && stored == 4), $"packet {packet}, {stored} rows: {ours.Message}");
        }

        Assert.Contains(BulkOutcome.Unknown, said);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_context_is_usable_after_the_server_has_refused_a_corrupt_packet_of_its_transaction(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        bool isBegun = false;
        await using FaultProxy proxy = new(database.ConnectionString, Once(Fault.Corrupt, (_, packet) => isBegun && packet.ToServer));
        await using ModelContext context = Plain(database, proxy);
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token))
        {
            isBegun = true;
            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, Tickets.New(30), new() { Timeout = TimeSpan.FromSeconds(1) }));
            Assert.Equal((BulkOutcome.Nothing, true), (failure.Outcome, failure.TransactionLost));
        }

        await context.InsertAsync(isAsync, Tickets.New(3));
        Assert.Equal(3, (await Tickets.StoredAsync(database)).Count);
    }

    // The rest of the answer would be read as the answer to ROLLBACK TO SAVEPOINT.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_transaction_is_lost_where_the_driver_has_read_nonsense(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        int answers = 0;
        await using FaultProxy proxy = new(database.ConnectionString, Once(
            Fault.Truncate, (link, packet) => !packet.ToServer && link.LastCommand == CommandCode.StatementPrepare && ++answers == 15));
        await using ModelContext context = Plain(database, proxy);
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token))
        {
            BulkInsertOptions options = new() { Strategy = BulkStrategy.PreparedMultiRow, BatchRows = 8, Timeout = TimeSpan.FromSeconds(1) };
            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, Tickets.New(30), options));
            Assert.Equal((BulkOutcome.Nothing, true), (failure.Outcome, failure.TransactionLost));
            Assert.Same(transaction, context.Database.CurrentTransaction);
        }

        await context.InsertAsync(isAsync, Tickets.New(3));
        Assert.Equal(3, (await Tickets.StoredAsync(database)).Count);
    }

    private static ModelContext Plain(TestDatabase database, FaultProxy proxy) => database.Context(proxy, Trial.Plain);

    private static ModelContext Retrying(TestDatabase database, FaultProxy proxy, bool never)
    {
        ModelContext context = database.Context(options => options.UseMySql(
            proxy.ConnectionString(database.ConnectionString, Trial.Plain), database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(20), null)));
        if (never)
            context.Database.AutoTransactionBehavior = AutoTransactionBehavior.Never;
        return context;
    }

    private static bool Said(ProxyLink link, string word) => link.LastCommand == CommandCode.Query && link.Queries.Last().Contains(word, StringComparison.Ordinal);

    // The drivers ask for @@autocommit when they connect.
    private static bool IsCommit(string query) => query.Length < 10 && query.EndsWith("COMMIT", StringComparison.OrdinalIgnoreCase);

    private static FaultPolicy Answer(Func<ProxyLink, bool> to) => Once(Fault.ResetBefore, (link, packet) => !packet.ToServer && to(link));

    private static FaultPolicy Once(Fault fault, Func<ProxyLink, RelayedPacket, bool> when)
    {
        int happened = 0;
        return new()
        {
            OnPacket = (link, packet) => Volatile.Read(ref happened) == 0 && when(link, packet) && Interlocked.Exchange(ref happened, 1) == 0 ? fault : Fault.None,
        };
    }
}
