#if !CONNECTORNET
using System.Diagnostics;
using TestServers.Clusters;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters.Soak;

/// <summary>Kills or freezes one member of a cluster after the other, and brings it back before the next one's turn.</summary>
/// <param name="cluster">The cluster.</param>
/// <param name="takesTurns">Whether all members are written to; otherwise the one that is.</param>
public sealed class Disturber(Cluster cluster, bool takesTurns)
{
    private static readonly TimeSpan Away = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan Quiet = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan ToComeBack = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    private int _turn;

    /// <summary>What it did.</summary>
    public List<string> Done { get; } = [];

    public async Task RunAsync(CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            await Task.Delay(Quiet, CancellationToken.None);
            ClusterMember member = takesTurns ? cluster.Members[_turn % cluster.Members.Count] : await cluster.State.WrittenAsync();
            bool kills = _turn++ % 2 == 0;
            long started = Stopwatch.GetTimestamp();
            if (kills)
                member.Kill();
            else
                member.Freeze();
            await Task.Delay(Away, CancellationToken.None);
            if (!kills)
                member.Resume();
            // A member that was expelled comes back by itself, or is started again.
            if (kills || !await cluster.State.IsWholeAsync(ToComeBack))
            {
                member.Kill();
                await ClusterState.RestartAsync(member);
            }

            Assert.True(await cluster.State.IsWholeAsync(Patience), "The cluster is not whole again.");
            Done.Add($"member {member.Number} {(kills ? "killed" : "frozen")}, whole again after {Stopwatch.GetElapsedTime(started).TotalSeconds:0.0} s");
        }
    }
}
#endif
