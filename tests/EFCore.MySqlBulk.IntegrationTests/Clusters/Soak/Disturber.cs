#if !CONNECTORNET
using System.Diagnostics;
using TestServers.Clusters;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters.Soak;

/// <summary>Kills, freezes or cuts off one member of a cluster after the other, and brings it back before the next one's turn.</summary>
/// <param name="cluster">The cluster.</param>
/// <param name="takesTurns">Whether all members are written to; otherwise the one that is.</param>
public sealed class Disturber(Cluster cluster, bool takesTurns)
{
    private static readonly TimeSpan Away = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan Quiet = TimeSpan.FromSeconds(5);

    private readonly Failure[] _failures = [.. Enum.GetValues<Failure>().Where(failure => failure != Failure.CutOff || cluster.WhyNotCutOff is null)];
    private int _turn;

    /// <summary>What it did.</summary>
    public List<string> Done { get; } = [];

    public async Task RunAsync(CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            await Task.Delay(Quiet, CancellationToken.None);
            ClusterMember member = takesTurns ? cluster.Members[_turn % cluster.Members.Count] : await cluster.State.WrittenAsync();
            Failure failure = _failures[_turn++ % _failures.Length];
            long started = Stopwatch.GetTimestamp();
            await member.FailAsync(failure);
            await Task.Delay(Away, CancellationToken.None);
            await member.EndAsync(failure);
            if (failure == Failure.Killed)
                await cluster.State.RestartAsync(member);
            await cluster.State.BecomeWholeAsync();
            Done.Add($"member {member.Number} {failure}, whole again after {Stopwatch.GetElapsedTime(started).TotalSeconds:0.0} s");
        }
    }
}
#endif
