#if !CONNECTORNET
using TestServers.Clusters;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>The member of a cluster that a test lets fail, and that is back for the next one.</summary>
/// <param name="cluster">The cluster.</param>
/// <param name="kills">Whether it is killed instead of frozen.</param>
public sealed class FailedMember(Cluster cluster, bool kills) : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    private ClusterMember? _member;

    /// <summary>Lets the member fail that changes go to first, once.</summary>
    public async Task FailAsync()
    {
        if (_member is not null)
            return;
        _member = await cluster.State.WrittenAsync();
        if (kills)
            _member.Kill();
        else
            _member.Freeze();
    }

    /// <summary>Brings it back, and waits until the first member has what the others have.</summary>
    public async Task BackAsync()
    {
        Assert.NotNull(_member);
        if (!kills)
        {
            _member.Resume();
            // It may have been expelled; started again, it joins at once.
            _member.Kill();
        }

        await ClusterState.RestartAsync(_member);
        Assert.True(await cluster.State.IsWholeAsync(Patience), "The cluster is not whole again.");
        _member = null;
    }

    public async ValueTask DisposeAsync()
    {
        if (_member is not null)
            await BackAsync();
    }
}
#endif
