using TestServers.Clusters;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>The member of a cluster that a test lets fail, and that is back for the next one.</summary>
/// <param name="cluster">The cluster.</param>
/// <param name="failure">How it fails.</param>
public sealed class FailedMember(Cluster cluster, Failure failure) : IAsyncDisposable
{
    private ClusterMember? _member;

    /// <summary>Lets the member fail that changes go to first, once.</summary>
    public async Task FailAsync()
    {
        if (_member is not null)
            return;
        _member = await cluster.State.WrittenAsync();
        await _member.FailAsync(failure);
    }

    /// <summary>Ends its failure after a time; the member goes on.</summary>
    public async Task ReachesAgainAsync(TimeSpan after)
    {
        await Task.Delay(after);
        await _member!.EndAsync(failure);
    }

    /// <summary>Brings it back, and waits until the first member has what the others have.</summary>
    public async Task BackAsync()
    {
        Assert.NotNull(_member);
        await _member.EndAsync(failure);
        // It may have been expelled; started again, it joins at once.
        _member.Kill();
        await cluster.State.RestartAsync(_member);
        await cluster.State.BecomeWholeAsync();
        _member = null;
    }

    public async ValueTask DisposeAsync()
    {
        if (_member is not null)
            await BackAsync();
    }
}
