using EFCore.MySqlBulk.IntegrationTests.Atomic;
using EFCore.MySqlBulk.IntegrationTests.Clusters;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sharding;

/// <summary>The server of one shard is killed while all of them commit, and starts again on its data.</summary>
[OnlyInFullRuns("AtomicShardFault loses every connection at every step.")]
public abstract class AtomicShardCrashTests(Servers servers, Cluster cluster, ServerKind kind)
{
    private const int Rows = 300;

    [Fact]
    public async Task After_its_restart_all_or_nothing_is_stored()
    {
        await using TestDatabase possible = await cluster.EmptyAsync();
        await using AtomicSet set = await AtomicSet.CreateAsync(await servers.OfAsync(kind), cluster.Of(0));
        int first = 0;
        foreach ((string text, bool isAnswer, BulkOutcome expected) in ((string, bool, BulkOutcome)[])
            [("XA PREPARE", false, BulkOutcome.Nothing), ("XA PREPARE", true, BulkOutcome.Nothing), ("XA COMMIT", false, BulkOutcome.All), ("XA COMMIT", true, BulkOutcome.All)])
        {
            string at = $"{(isAnswer ? "the answer to " : "")}{text}";
            Step step = new(text, 1, isAnswer);
            await using (FaultProxy proxy = new(set.Databases[2].ConnectionString, new()
            {
                OnPacket = (link, packet) =>
                {
                    if (!step.IsReached(link, packet))
                        return Fault.None;
                    cluster.Members[0].Kill();
                    return Fault.ResetBefore;
                },
            }))
            {
                await using BulkShards<ModelContext, int> shards = set.Open(shard => shard == 2 ? proxy.ConnectionString(set.Databases[2].ConnectionString, Trial.Plain) : set.Databases[shard].ConnectionString);
                BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => AtomicSet.InsertAsync(shards, isAsync: true, Tickets.New(Rows, first), 50));
                Assert.True(step.WasReached, at);
                Assert.Equal((at, expected), (at, failure.Outcome));
                Assert.Equal((AtomicSet.Count, expected), (failure.Shards.Count, Assert.Single(failure.Shards.Select(shard => shard.Outcome).Distinct())));
            }

            await cluster.Members[0].RestartAsync(Token);
            await using BulkShards<ModelContext, int> recovering = set.Open();
            IReadOnlyList<UnfinishedBulkCall> ended = await AtomicSet.EndAsync(recovering, isAsync: true);

            UnfinishedBulkCallState state = expected == BulkOutcome.All ? UnfinishedBulkCallState.Committed : UnfinishedBulkCallState.RolledBack;
            Assert.DoesNotContain(ended, call => call.Transactions > 0 || call.State != state);
            Assert.Equal((at, expected == BulkOutcome.All ? Rows : 0), (at, (await set.StoredAsync()).Count(ticket => ticket.Token >= first)));
            await set.NothingIsLeftAsync();
            first += Rows;
        }
    }
}

public sealed class AtomicShardCrashOnMySqlTests(Servers servers, MySqlWithReplicas cluster) : AtomicShardCrashTests(servers, cluster, ServerKind.MySql), IClassFixture<MySqlWithReplicas>;

public sealed class AtomicShardCrashOnMariaDbTests(Servers servers, MariaDbWithReplicas cluster) : AtomicShardCrashTests(servers, cluster, ServerKind.MariaDb), IClassFixture<MariaDbWithReplicas>;
