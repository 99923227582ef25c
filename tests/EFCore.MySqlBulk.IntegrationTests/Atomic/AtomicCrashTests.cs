using EFCore.MySqlBulk.IntegrationTests.Clusters;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;

namespace EFCore.MySqlBulk.IntegrationTests.Atomic;

/// <summary>The server is killed at any step of a call whose connections commit together, and starts again on its data.</summary>
[OnlyInFullRuns("AtomicFault loses every connection at every step.")]
public abstract class AtomicCrashTests(Cluster cluster)
{
    private const int Rows = 300;

    [Fact]
    public async Task After_its_restart_all_or_nothing_is_stored()
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        await database.ExecuteAsync(Decisions.Creation);
        int first = 1;
        foreach ((string text, int which, bool isAnswer, BulkOutcome? expected) in ((string, int, bool, BulkOutcome?)[])
            [
                ("XA PREPARE", 1, false, BulkOutcome.Nothing), ("XA PREPARE", 2, true, BulkOutcome.Nothing), ("COMMIT", 1, false, BulkOutcome.Unknown), ("COMMIT", 1, true, BulkOutcome.Unknown),
                ("XA COMMIT", 1, false, BulkOutcome.All), ("XA COMMIT", 1, true, BulkOutcome.All), ("XA COMMIT", 2, true, BulkOutcome.All), ("DELETE FROM", 1, false, null),
            ])
        {
            string at = $"{(isAnswer ? "the answer to" : "")} {text} {which}";
            Step step = new(text, which, isAnswer);
            await using (FaultProxy proxy = new(database.ConnectionString, new()
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
                await using ModelContext context = database.Context(proxy, Trial.Plain, Decisions.Use);
                Exception? failure = await Record.ExceptionAsync(() => context.BulkInsertAsync(Tickets.New(Rows, first), new() { Connections = 2, Atomic = true, BatchRows = 50 }, Token));
                Assert.True(step.WasReached, at);
                Assert.Equal((at, expected), (at, failure is null ? null : Assert.IsType<BulkOperationException>(failure).Outcome));
            }

            await cluster.Members[0].RestartAsync(Token);
            await using ModelContext recovering = database.Context(Decisions.Use);
            IReadOnlyList<UnfinishedBulkCall> ended = await recovering.EndUnfinishedBulkCallsAsync(TimeSpan.Zero, Token);

            bool isDecided = expected is BulkOutcome.All or null || (text == "COMMIT" && isAnswer);
            Assert.DoesNotContain(ended, call => call.Transactions > 0 || call.State != (isDecided ? UnfinishedBulkCallState.Committed : UnfinishedBulkCallState.RolledBack));
            Assert.Equal((at, isDecided ? Rows : 0), (at, (int)await database.CountAsync($"SELECT COUNT(*) FROM tickets WHERE Token >= {first}")));
            await Decisions.NothingIsLeftAsync(database);
            first += Rows;
        }
    }
}

public sealed class AtomicCrashOnMySqlTests(MySqlWithReplicas cluster) : AtomicCrashTests(cluster), IClassFixture<MySqlWithReplicas>;

public sealed class AtomicCrashOnMariaDbTests(MariaDbWithReplicas cluster) : AtomicCrashTests(cluster), IClassFixture<MariaDbWithReplicas>;
