using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>No call hangs if the network falls silent and nobody can notice the end of a connection.</summary>
[BothServers]
[OnlyInFullRuns("LostConnection has a network that falls silent, and the fault machine connections that end.")]
public abstract class SilentNetworkTests(Servers servers, ServerKind kind)
{
    private const int AtOnce = 24;

    [Fact]
    public async Task Wherever_the_network_falls_silent_a_call_ends_in_time_and_says_what_is_known()
    {
        List<FaultReport> reports = await new FaultRun(servers, kind).RunAsync(AtOnce, [.. Cases()]);

        Assert.All(reports, report => Assert.True(report.Violations.Count == 0, report.ToString()));
        Assert.All(reports, report => Assert.True(report.Happened, $"The network did not fall silent in {report}."));
    }

    // The handshake takes two or three packets, so this reaches every step of a call: opening, facts, the trial of pipelining, BEGIN, statements, COMMIT.
    private static IEnumerable<FaultCase> Cases()
    {
        int number = 0;
        foreach (FaultOperation operation in Enum.GetValues<FaultOperation>())
        {
            foreach ((BulkPipelining pipelining, bool isJoined) in new[] { (BulkPipelining.Never, false), (BulkPipelining.Always, false), (BulkPipelining.Never, true), (BulkPipelining.Always, true) })
            {
                foreach (bool isAsync in new[] { true, false })
                {
                    for (int i = 0; i < 2; i++, number++)
                    {
                        yield return new()
                        {
                            Seed = number,
                            Kind = number % 3 == 0 ? FaultKind.Cut : FaultKind.Silence,
                            Operation = operation,
                            Strategy = Strategy(operation, pipelining),
                            Pipelining = pipelining,
                            IsAsync = isAsync,
                            IsJoined = isJoined,
                            // A connection that a driver opens for itself is not waited for, if the call can be abandoned.
                            ConnectSeconds = isJoined && isAsync && pipelining == BulkPipelining.Never ? 15 : 3,
                            Rows = 60,
                            BatchRows = 10,
                            // Pipelining is tried on a connection of its own first.
                            Packet = pipelining == BulkPipelining.Always ? 2 + (number * 7 % 40) : isJoined ? 1 + (number % 5) : 2 + (number % 7),
                            ToServer = number / 2 % 2 == 0,
                        };
                    }
                }
            }
        }
    }

    private static BulkStrategy? Strategy(FaultOperation operation, BulkPipelining pipelining) => operation switch
    {
        FaultOperation.InsertOrUpdateGraph => null,
        _ when pipelining == BulkPipelining.Always => BulkStrategy.PipelinedArrayBatch,
        FaultOperation.Insert or FaultOperation.InsertGraph => BulkStrategy.MultiRowValues,
        FaultOperation.Update or FaultOperation.Delete => BulkStrategy.ValuesJoin,
        FaultOperation.Execute => BulkStrategy.MultiStatement,
        _ => throw new ArgumentOutOfRangeException(nameof(operation), operation, null),
    };
}
