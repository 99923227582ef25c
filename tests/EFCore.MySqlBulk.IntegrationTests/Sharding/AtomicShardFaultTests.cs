using EFCore.MySqlBulk.IntegrationTests.Atomic;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sharding;

/// <summary>A connection, or the whole network, is lost at any step of a call whose shards commit together.</summary>
[BothServers]
public abstract class AtomicShardFaultTests(Servers servers, ServerKind kind)
{
    private const int Rows = 300;
    private const string Insertion = "VALUES ('mysqlbulk:";

    /// <summary>The statements of the last phase in their order: a text, and its how-many-th occurrence.</summary>
    public static TheoryData<string, int, bool, bool> Steps()
    {
        TheoryData<string, int, bool, bool> data = [];
        bool isAsync = false;
        foreach ((string text, int which) in ((string, int)[])
            [("XA START", 2), ("START TRANSACTION", 1), (Insertion, 1), ("XA END", 1), ("XA PREPARE", 1), ("XA PREPARE", 3), ("COMMIT", 1), ("XA COMMIT", 1), ("XA COMMIT", 3), ("DELETE FROM", 1)])
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
        await using AtomicSet set = await AtomicSet.CreateAsync(servers, kind);
        Step at = new(step, which, isAnswer);
        FaultPolicy policy = new() { OnPacket = (link, packet) => at.IsReached(link, packet) ? Fault.ResetBefore : Fault.None };
        await using FaultProxy one = new(set.Databases[0].ConnectionString, policy);
        await using FaultProxy other = new(set.Databases[2].ConnectionString, policy);
        List<Ticket> tickets = Tickets.New(Rows, 0);
        await using BulkShards<ModelContext, int> shards = set.Open(Through);

        Exception? failure = await Record.ExceptionAsync(() => AtomicSet.InsertAsync(shards, isAsync, tickets, 50));

        Assert.True(at.WasReached, "The step was not reached.");
        int stored = (await set.StoredAsync()).Count;
        await using BulkShards<ModelContext, int> direct = set.Open();
        Assert.Empty(await direct.FindUnfinishedBulkCallsAsync(AtomicSet.Numbers, Token));
        if (failure is null)
        {
            Assert.Equal(Tickets.Values(tickets).OrderBy(ticket => ticket.Token), await set.StoredAsync());
        }
        else
        {
            BulkOperationException failed = Assert.IsType<BulkOperationException>(failure);
            Assert.Equal((BulkOutcome.Nothing, 0), (failed.Outcome, stored));
            Assert.All(tickets, ticket => Assert.Equal(0, ticket.Id));
            await AtomicSet.InsertAsync(shards, isAsync, tickets, 50);
            Assert.Equal(Tickets.Values(tickets).OrderBy(ticket => ticket.Token), await set.StoredAsync());
        }

        // Before the decision nothing is stored, and from then on everything.
        bool isDecided = step is "XA COMMIT" or "DELETE FROM" || (step == "COMMIT" && isAnswer);
        Assert.Equal(isDecided, failure is null);
        await AtomicSet.EndAsync(direct, isAsync);
        await set.NothingIsLeftAsync();
        Assert.Equal(Rows, (await set.StoredAsync()).Count);

        string Through(int shard) => (shard == 2 ? other : one).ConnectionString(set.Databases[shard].ConnectionString, Trial.Plain);
    }

    [Theory]
    [MemberData(nameof(Steps))]
    public async Task A_process_that_ends_leaves_what_recovery_makes_all_or_nothing(string step, int which, bool isAnswer, bool isAsync)
    {
        await using AtomicSet set = await AtomicSet.CreateAsync(servers, kind);
        Step at = new(step, which, isAnswer);
        List<FaultProxy> network = [];
        // From the step on nothing gets through, so what the call still tries has no effect.
        FaultPolicy policy = new()
        {
            OnPacket = (link, packet) =>
            {
                if (at.WasReached)
                    return Fault.ResetBefore;
                if (!at.IsReached(link, packet))
                    return Fault.None;
                foreach (ProxyLink other in network.SelectMany(proxy => proxy.Links))
                    other.Reset();
                return Fault.ResetBefore;
            },
        };
        await using FaultProxy one = new(set.Databases[0].ConnectionString, policy);
        await using FaultProxy two = new(set.Databases[2].ConnectionString, policy);
        network.AddRange([one, two]);
        List<Ticket> tickets = Tickets.New(Rows, 0);
        await using BulkShards<ModelContext, int> shards = set.Open(Through);

        Exception? failure = await Record.ExceptionAsync(() => AtomicSet.InsertAsync(shards, isAsync, tickets, 50));

        Assert.True(at.WasReached, "The step was not reached.");
        await AtomicFaultTests.UntilEndedAsync(set.Databases[0], one);
        await AtomicFaultTests.UntilEndedAsync(set.Databases[2], two);
        // A table of the same name on a shard's own server decides nothing of these calls.
        foreach (TestDatabase database in set.Databases)
        {
            await using ModelContext own = database.Context(Decisions.Use);
            Assert.Empty(await own.EndAsync(isAsync, TimeSpan.Zero));
        }

        await using BulkShards<ModelContext, int> direct = set.Open();
        IReadOnlyList<UnfinishedBulkCall> ended = await AtomicSet.EndAsync(direct, isAsync);
        Assert.DoesNotContain(ended, call => call.Transactions > 0);
        int stored = (await set.StoredAsync()).Count;
        Assert.DoesNotContain(ended, call => call.State != (stored == 0 ? UnfinishedBulkCallState.RolledBack : UnfinishedBulkCallState.Committed));
        // The call knows what it knew when its connections ended.
        BulkOutcome? outcome = failure is null ? null : Assert.IsType<BulkOperationException>(failure).Outcome;
        Assert.Equal(step switch { "DELETE FROM" => null, "XA COMMIT" => BulkOutcome.All, "COMMIT" => BulkOutcome.Unknown, _ => BulkOutcome.Nothing }, outcome);
        Assert.Equal(step is "DELETE FROM" or "XA COMMIT" || (step == "COMMIT" && isAnswer) ? Rows : 0, stored);
        if (step is "COMMIT" or "XA COMMIT")
            Assert.Contains("EndUnfinishedBulkCalls", failure!.Message, StringComparison.Ordinal);
        await set.NothingIsLeftAsync();

        string Through(int shard) => (shard == 2 ? two : one).ConnectionString(set.Databases[shard].ConnectionString, Trial.Plain);
    }
}
