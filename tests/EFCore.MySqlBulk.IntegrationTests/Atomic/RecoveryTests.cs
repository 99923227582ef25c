using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Atomic;

/// <summary>Ending what calls left prepared, and nothing else.</summary>
[BothServers]
public abstract class RecoveryTests(Servers servers, ServerKind kind)
{
    private const int Rows = 300;

    [Theory]
    [InlineData("XA COMMIT", true)]
    [InlineData("COMMIT", false)]
    public async Task A_call_that_was_cut_off_is_found_and_ended(string step, bool isAsync)
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        UnfinishedBulkCallState expected = step == "COMMIT" ? UnfinishedBulkCallState.RolledBack : UnfinishedBulkCallState.Committed;
        BulkOperationException failed = await CutOffAsync(database, step);
        await using ModelContext context = database.Context(Decisions.Use);

        UnfinishedBulkCall found = Assert.Single(await context.FindAsync(isAsync));
        Assert.Equal((expected, 2), (found.State, found.Transactions));
        if (failed.Outcome == BulkOutcome.Unknown)
            Assert.Contains($"'{found.Id}'", failed.Message, StringComparison.Ordinal);
        Assert.Empty(await Tickets.StoredAsync(database));

        UnfinishedBulkCall ended = Assert.Single(await context.EndAsync(isAsync));
        Assert.Equal((found.Id, expected, 0), (ended.Id, ended.State, ended.Transactions));
        Assert.Equal(expected == UnfinishedBulkCallState.Committed ? Rows : 0, (await Tickets.StoredAsync(database)).Count);
        Assert.Empty(await context.FindAsync(isAsync));
        Assert.Empty(await context.EndAsync(isAsync));

        // A decision is kept for a day, because its call may still ask for it.
        Assert.Equal(expected == UnfinishedBulkCallState.Committed ? 1 : 0, await Decisions.CountAsync(database));
        await database.ExecuteAsync($"UPDATE {Decisions.Table} SET created_at = created_at - INTERVAL 25 HOUR");
        await context.EndAsync(isAsync);
        Assert.Equal(0, await Decisions.CountAsync(database));
    }

    [Fact]
    public async Task Transactions_of_others_are_never_touched()
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using TestDatabase other = await Decisions.EmptyAsync(servers, kind);
        await CutOffAsync(other, "COMMIT");
        // One that has such a name but another format, one of our format but with another name, and one that is no text.
        string ours = await FindIdAsync(other);
        // MariaDB does not tell names apart by their format.
        string[] foreign = [$"'{ours[..^4]}abcd','1',1", $"'{ours[..20]}','7',{0x4D79_426B}", "X'ff00fe','b',1"];
        await using ModelContext holder = database.Context(options => options.UseMySql(database.ConnectionString + ";Pooling=False", database.Server.Version));
        await holder.Database.OpenConnectionAsync(Token);
        for (int i = 0; i < foreign.Length; i++)
        {
            foreach (string statement in new[] { $"XA START {foreign[i]}", $"INSERT INTO tickets (Token, Name, Score) VALUES ({1_000 + i}, 'foreign', 0)", $"XA END {foreign[i]}", $"XA PREPARE {foreign[i]}" })
                await TestDatabase.ExecuteAsync(holder, statement);
            await holder.Database.CloseConnectionAsync();
            await holder.Database.OpenConnectionAsync(Token);
        }

        await using ModelContext context = database.Context(Decisions.Use);
        try
        {
            Assert.Empty(await context.FindUnfinishedBulkCallsAsync(Token));
            Assert.Empty(await context.EndUnfinishedBulkCallsAsync(TimeSpan.Zero, Token));

            await using ModelContext owner = other.Context(Decisions.Use);
            Assert.Equal(UnfinishedBulkCallState.RolledBack, Assert.Single(await owner.EndUnfinishedBulkCallsAsync(TimeSpan.Zero, Token)).State);
        }
        finally
        {
            // They are all still there.
            foreach (string xid in foreign)
                await UntilDetachedAsync(holder, $"XA COMMIT {xid}");
        }

        Assert.Equal(foreign.Length, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_call_in_progress_is_left_alone(bool isAsync)
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using ModelContext recovering = database.Context(Decisions.Use);
        IReadOnlyList<UnfinishedBulkCall> found = [], ended = [];
        // Both branches are prepared when the decision is about to be committed.
        await using FaultProxy proxy = new(database.ConnectionString, new()
        {
            OnPacket = (link, packet) =>
            {
                if (packet.IsCommit && link.Queries.Any(query => query.Contains("created_at", StringComparison.Ordinal)) && found.Count == 0)
                {
                    found = recovering.FindUnfinishedBulkCalls();
                    ended = recovering.EndUnfinishedBulkCalls(TimeSpan.Zero);
                }

                return Fault.None;
            },
        });
        await using ModelContext context = database.Context(proxy, Trial.Plain, Decisions.Use);
        List<Ticket> tickets = Tickets.New(Rows);
        BulkInsertOptions options = new() { Connections = 2, Atomic = true, BatchRows = 50 };

        BulkResult done = isAsync ? await context.BulkInsertAsync(tickets, options, Token) : context.BulkInsert(tickets, options);

        Assert.Equal((UnfinishedBulkCallState.InProgress, 2), (Assert.Single(found).State, found[0].Transactions));
        Assert.Equal((UnfinishedBulkCallState.InProgress, 2), (Assert.Single(ended).State, ended[0].Transactions));
        Assert.Equal(Rows, done.RowsInserted);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        await Decisions.NothingIsLeftAsync(database);
    }

    [Fact]
    public async Task A_decided_call_that_recovery_overtakes_ends_well()
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using ModelContext recovering = database.Context(Decisions.Use);
        int times = 0;
        await using FaultProxy proxy = new(database.ConnectionString, new()
        {
            OnPacket = (_, packet) =>
            {
                if (packet.Command == CommandCode.Query && packet.Text.Contains("XA COMMIT", StringComparison.Ordinal) && Interlocked.Increment(ref times) == 1)
                    Assert.Equal(UnfinishedBulkCallState.Committed, Assert.Single(recovering.EndUnfinishedBulkCalls(TimeSpan.Zero)).State);
                return Fault.None;
            },
        });
        await using ModelContext context = database.Context(proxy, Trial.Plain, Decisions.Use);
        List<Ticket> tickets = Tickets.New(Rows);

        await context.BulkInsertAsync(tickets, new() { Connections = 2, Atomic = true, BatchRows = 50 }, Token);

        Assert.Equal(2, times);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        await Decisions.NothingIsLeftAsync(database);
    }

    [Fact]
    public async Task Two_recoveries_at_once_do_not_disturb_each_other()
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        for (int round = 0; round < 3; round++)
        {
            await CutOffAsync(database, "XA COMMIT", first: 1 + (2 * round * Rows));
            await CutOffAsync(database, "COMMIT", first: 1 + (((2 * round) + 1) * Rows));

            IReadOnlyList<UnfinishedBulkCall>[] ended = await Task.WhenAll(Enumerable.Range(0, 3).Select(async _ =>
            {
                await using ModelContext context = database.Context(Decisions.Use);
                return await context.EndUnfinishedBulkCallsAsync(TimeSpan.Zero, Token);
            }));

            Assert.InRange(ended.Sum(each => each.Count), 2, 6);
            Assert.Equal((round + 1) * Rows, (await Tickets.StoredAsync(database)).Count);
        }

        await Decisions.NothingIsLeftAsync(database);
    }

    [Fact]
    [OnEachServer("MySQL asks for a right of its own.")]
    public async Task Without_the_right_to_list_them_the_message_names_it()
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using Account user = await Account.CreateAsync(database, "IDENTIFIED BY 'few'");
        DbConnectionStringBuilder settings = new() { ConnectionString = database.ConnectionString };
        settings["User ID"] = user.Name;
        settings["Password"] = "few";
        await using ModelContext context = database.Context(options =>
        {
            Decisions.Use(options);
            options.UseMySql(settings.ConnectionString, database.Server.Version);
        });
        Assert.True((await context.BulkInsertAsync(Tickets.New(Rows), new() { Connections = 2, Atomic = true, BatchRows = 50 }, Token)).IsAtomic);

        if (kind == ServerKind.MariaDb)
        {
            Assert.Empty(await context.EndUnfinishedBulkCallsAsync(cancellationToken: Token));
            return;
        }

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.FindUnfinishedBulkCallsAsync(Token));
        Assert.Contains("XA_RECOVER_ADMIN", refused.Message, StringComparison.Ordinal);
        Assert.Equal(1401, refused.ErrorNumber);
    }

    [Fact]
    public async Task It_is_refused_without_a_table_and_inside_a_transaction()
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        await using ModelContext without = database.Context();
        Assert.Contains("DecisionTable", (await Assert.ThrowsAsync<InvalidOperationException>(() => without.FindUnfinishedBulkCallsAsync(Token))).Message, StringComparison.Ordinal);
        await using ModelContext context = database.Context(Decisions.Use);
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => context.EndUnfinishedBulkCallsAsync(TimeSpan.FromSeconds(-1), Token));
        await context.Database.BeginTransactionAsync(Token);
        Assert.Contains("transaction", (await Assert.ThrowsAsync<InvalidOperationException>(() => context.EndUnfinishedBulkCallsAsync(cancellationToken: Token))).Message, StringComparison.Ordinal);
    }

    /// <summary>A call all of whose connections are lost as a statement is sent for the first time.</summary>
    private static async Task<BulkOperationException> CutOffAsync(TestDatabase database, string step, int first = 1)
    {
        bool isOver = false;
        FaultProxy? network = null;
        await using FaultProxy proxy = new(database.ConnectionString, new()
        {
            OnPacket = (link, packet) =>
            {
                if (isOver)
                    return Fault.ResetBefore;
                if (packet.Command != CommandCode.Query || !(step == "COMMIT" ? packet.IsCommit && !packet.Text.Contains("XA", StringComparison.Ordinal) && link.Queries.Any(query => query.Contains("created_at", StringComparison.Ordinal)) : packet.Text.Contains(step, StringComparison.Ordinal)))
                    return Fault.None;
                isOver = true;
                foreach (ProxyLink other in network!.Links)
                    other.Reset();
                return Fault.ResetBefore;
            },
        });
        network = proxy;
        await using ModelContext context = database.Context(proxy, Trial.Plain, Decisions.Use);
        BulkOperationException failed = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(Tickets.New(Rows, first), new() { Connections = 2, Atomic = true, BatchRows = 50 }, Token));
        await AtomicFaultTests.UntilEndedAsync(database, proxy);
        return failed;
    }

    private static async Task<string> FindIdAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context(Decisions.Use);
        return Assert.Single(await context.FindUnfinishedBulkCallsAsync(Token)).Id;
    }

    // The server ends a closed connection a moment later.
    private static async Task UntilDetachedAsync(ModelContext context, string statement)
    {
        for (int tries = 1; ; tries++)
        {
            try
            {
                await TestDatabase.ExecuteAsync(context, statement);
                return;
            }
            catch (DbException) when (tries < 100)
            {
                await Task.Delay(20, Token);
            }
        }
    }
}
