using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.TwoPhase;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>Commits all shards of a call or none of them: each shard's transaction is a branch, and the last one that may commit commits them all, in two phases.</summary>
/// <param name="place">Where the decision is recorded.</param>
/// <param name="table">The table.</param>
/// <param name="order">Tells how many shards commit.</param>
/// <param name="io">The mode.</param>
internal sealed class JointCommit(DecisionPlace place, DecisionTable table, CommitOrder order, IOBehavior io)
{
    private readonly object _lock = new();
    private readonly TwoPhaseCommit _commit = new(place.Session, table);
    private readonly List<SessionBranch> _branches = [];
    private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _begun;

    /// <summary>Checks a server: that of a shard, or that of the decisions, whose locks have to be seen by everybody who asks for one.</summary>
    /// <exception cref="InvalidOperationException">The server does not allow it.</exception>
    public static async ValueTask CheckAsync(ContextSession session, ServerFacts server, CancellationToken token)
    {
        if (await DecisionTableCheck.ObstacleAsync(session, server, session.IO, token).ConfigureAwait(false) is { } obstacle)
            throw new InvalidOperationException($"BulkShards.Atomic is not possible: {obstacle}.");
    }

    /// <summary>Begins the transaction of a shard, which is another one after a deadlock.</summary>
    /// <exception cref="InvalidOperationException">The shard's server does not allow it.</exception>
    public async ValueTask<IBulkTransaction> BeginAsync(ContextSession session, ServerFacts server, CancellationToken token)
    {
        await CheckAsync(session, server, token).ConfigureAwait(false);
        return await SessionBranch.BeginAsync(session, new(_commit.Call, Interlocked.Increment(ref _begun)), CommitAsync, token).ConfigureAwait(false);
    }

    private async ValueTask CommitAsync(SessionBranch branch)
    {
        bool isLast;
        lock (_lock)
        {
            _branches.Add(branch);
            isLast = _branches.Count == order.Ready;
        }

        if (isLast)
            await CommitAllAsync().ConfigureAwait(false);
        await io.JoinAsync(_end.Task).ConfigureAwait(false);
    }

    private async ValueTask CommitAllAsync()
    {
        try
        {
            await _commit.CommitAsync(_branches, place.Session.IO).ConfigureAwait(false);
            _end.SetResult();
        }
        catch (Exception exception)
        {
            _end.SetException(exception);
        }
    }
}
