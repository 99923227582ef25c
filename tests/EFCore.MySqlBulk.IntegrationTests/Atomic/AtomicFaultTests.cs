using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Atomic;

/// <summary>A connection, or all of them, is lost at any step of a call whose connections commit together.</summary>
[BothServers]
public abstract class AtomicFaultTests(Servers servers, ServerKind kind)
{
    private const int Rows = 300;

    /// <summary>The statements of the last phase in their order: a text, and its how-many-th occurrence.</summary>
    public static TheoryData<string, int, bool, bool> Steps()
    {
        TheoryData<string, int, bool, bool> data = [];
        bool isAsync = false;
        foreach ((string text, int which) in ((string, int)[])
            [("XA START", 1), ("START TRANSACTION", 1), ("created_at", 1), ("XA END", 1), ("XA PREPARE", 1), ("XA PREPARE", 2), ("COMMIT", 1), ("XA COMMIT", 1), ("XA COMMIT", 2), ("DELETE FROM", 1)])
        {
            foreach (bool isAnswer in new[] { false, true })
                data.Add(text, which, isAnswer, isAsync = !isAsync);
        }

        return data;
    }

    [Theory]
    [MemberData(nameof(Steps))]
    public async Task A_lost_connection_leaves_all_or_nothing_and_nothing_prepared(string step, int which, bool isAnswer, bool isAsync)
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        Step at = new(step, which, isAnswer);
        await using FaultProxy proxy = new(database.ConnectionString, new() { OnPacket = (link, packet) => at.IsReached(link, packet) ? Fault.ResetBefore : Fault.None });
        await using ModelContext context = database.Context(proxy, Trial.Plain, Decisions.Use);
        List<Ticket> tickets = Tickets.New(Rows);

        Exception? failure = await Record.ExceptionAsync(() => context.InsertAsync(isAsync, tickets, new() { Connections = 2, Atomic = true, BatchRows = 50 }));

        Assert.True(at.WasReached, "The step was not reached.");
        int stored = (await Tickets.StoredAsync(database)).Count;
        await using ModelContext direct = database.Context(Decisions.Use);
        Assert.Empty(await direct.FindAsync(isAsync));
        if (failure is null)
        {
            Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        }
        else
        {
            BulkOperationException failed = Assert.IsType<BulkOperationException>(failure);
            Assert.Equal((BulkOutcome.Nothing, 0), (failed.Outcome, stored));
            Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
            await context.InsertAsync(isAsync, tickets, new() { Connections = 2, Atomic = true, BatchRows = 50 });
            Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        }

        // Before the decision nothing is stored, and from then on everything.
        bool isDecided = step is "XA COMMIT" or "DELETE FROM" || (step == "COMMIT" && isAnswer);
        Assert.Equal(isDecided, failure is null);
        await direct.EndAsync(isAsync, TimeSpan.Zero);
        await Decisions.NothingIsLeftAsync(database);
        Assert.Equal(Rows, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [MemberData(nameof(Steps))]
    public async Task A_process_that_ends_leaves_what_recovery_makes_all_or_nothing(string step, int which, bool isAnswer, bool isAsync)
    {
        await using TestDatabase database = await Decisions.EmptyAsync(servers, kind);
        Step at = new(step, which, isAnswer);
        FaultProxy? network = null;
        // From the step on nothing gets through, so what the call still tries has no effect.
        await using FaultProxy proxy = new(database.ConnectionString, new()
        {
            OnPacket = (link, packet) =>
            {
                if (at.WasReached)
                    return Fault.ResetBefore;
                if (!at.IsReached(link, packet))
                    return Fault.None;
                foreach (ProxyLink other in network!.Links)
                    other.Reset();
                return Fault.ResetBefore;
            },
        });
        network = proxy;
        await using ModelContext context = database.Context(proxy, Trial.Plain, Decisions.Use);
        List<Ticket> tickets = Tickets.New(Rows);

        Exception? failure = await Record.ExceptionAsync(() => context.InsertAsync(isAsync, tickets, new() { Connections = 2, Atomic = true, BatchRows = 50 }));

        Assert.True(at.WasReached, "The step was not reached.");
        await using ModelContext direct = database.Context(Decisions.Use);
        await UntilEndedAsync(database, proxy);
        IReadOnlyList<UnfinishedBulkCall> ended = await direct.EndAsync(isAsync, TimeSpan.Zero);
        Assert.DoesNotContain(ended, call => call.Transactions > 0);
        int stored = (await Tickets.StoredAsync(database)).Count;
        Assert.DoesNotContain(ended, call => call.State != (stored == 0 ? UnfinishedBulkCallState.RolledBack : UnfinishedBulkCallState.Committed));
        // The call knows what it knew when its connections ended.
        BulkOutcome? outcome = failure is null ? null : Assert.IsType<BulkOperationException>(failure).Outcome;
        Assert.Equal(step switch { "DELETE FROM" => null, "XA COMMIT" => BulkOutcome.All, "COMMIT" => BulkOutcome.Unknown, _ => BulkOutcome.Nothing }, outcome);
        Assert.Equal(step is "DELETE FROM" or "XA COMMIT" || (step == "COMMIT" && isAnswer) ? Rows : 0, stored);
        if (step is "COMMIT" or "XA COMMIT")
            Assert.Contains("EndUnfinishedBulkCalls", failure!.Message, StringComparison.Ordinal);
        await Decisions.NothingIsLeftAsync(database);
    }

    // The server notices the lost connections one after the other, and only then are prepared transactions no longer tied to them.
    internal static async Task UntilEndedAsync(TestDatabase database, FaultProxy proxy)
    {
        string sessions = string.Join(',', proxy.Links.Select(link => link.ThreadId));
        for (long started = Stopwatch.GetTimestamp(); await database.CountAsync($"SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID IN ({sessions})") is var open and > 0; await Task.Delay(20, Token))
            Assert.True(Stopwatch.GetElapsedTime(started) < TimeSpan.FromSeconds(30), $"{open} sessions are open.");
    }
}
