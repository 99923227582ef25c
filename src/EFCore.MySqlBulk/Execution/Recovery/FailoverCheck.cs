using System.Data.Common;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Execution.Recovery;

/// <summary>Finds out, on whichever server of the list can be reached, whether a transaction is stored whose server failed during <c>COMMIT</c>.</summary>
/// <param name="request">The request, which waits for another server.</param>
/// <param name="lost">The session that sent <c>COMMIT</c>.</param>
/// <param name="member">The member of a cluster that it was on, if it was on one.</param>
/// <param name="look">Looks, over a session, for what the transaction has written.</param>
/// <param name="token">Ends the wait.</param>
internal sealed class FailoverCheck(BulkRequest request, ContextSession lost, ClusterMember? member, Func<ContextSession, ValueTask<bool?>> look, CancellationToken token)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(500);

    // The time limits of the lost session have passed.
    private readonly IOBehavior _io = lost.IO.Unwatched;

    /// <returns>Whether the transaction was committed; <see langword="null" /> if the time ends before that is known.</returns>
    public async ValueTask<bool?> FindAsync()
    {
        bool hasEnded = await lost.EndAsync().ConfigureAwait(false);
        await lost.CleanUp.RunAsync(() => lost.Database.CloseBrokenAsync(_io)).ConfigureAwait(false);
        while (true)
        {
            if (await LookAsync(hasEnded).ConfigureAwait(false) is { } isStored)
                return isStored;
            if (request.Failover!.Remaining <= Pause || token.IsCancellationRequested)
                return null;
            await _io.DelayAsync(Pause).ConfigureAwait(false);
            if (lost.Lost is not { } ended)
                continue;
            await ended.EndAgainAsync(_io).ConfigureAwait(false);
            hasEnded = ended.HasEnded;
        }
    }

    private async ValueTask<bool?> LookAsync(bool hasEnded)
    {
        ContextSession session = new(request.Context, request.Options.Timeout, lost.Logger, _io);
        try
        {
            await session.OpenAsync(token).ConfigureAwait(false);
            bool? isStored = null;
            try
            {
                return isStored = member is null ? await OnItsServerAsync(session, hasEnded).ConfigureAwait(false) : await InClusterAsync(session, hasEnded).ConfigureAwait(false);
            }
            finally
            {
                // The driver would give the same connection again.
                if (isStored is null)
                    session.Discard();
                await session.CleanUp.RunAsync(session.CloseAsync).ConfigureAwait(false);
            }
        }
        catch (Exception exception) when (exception is DbException or DbUpdateException or InvalidOperationException or TimeoutException or OperationCanceledException)
        {
            // This server cannot be asked now, or not any more.
            return null;
        }
    }

    // Another server may lag behind.
    private async ValueTask<bool?> OnItsServerAsync(ContextSession session, bool hasEnded)
        => await FindAsync(session, hasEnded && await ServerIdentity.IsOfAsync(session, lost.Lost!.Server, session.IO).ConfigureAwait(false)).ConfigureAwait(false);

    // What a member that has left the cluster had sent to it before is applied here, or was not accepted.
    private async ValueTask<bool?> InClusterAsync(ContextSession session, bool hasEnded)
    {
        if (await member!.HasLeftAsync(session, session.IO).ConfigureAwait(false) is not { } hasLeft)
            return null;
        await session.Commands.TakeBackAsync(member.Wait, session.IO).ConfigureAwait(false);
        bool? isStored = await FindAsync(session, hasEnded || hasLeft).ConfigureAwait(false);
        await session.CleanUp.RunAsync(() => session.Commands.TakeBackAsync(member.Stop, session.IO)).ConfigureAwait(false);
        return isStored;
    }

    // What is not there yet may still appear until nothing can come from the session that sent COMMIT.
    private async ValueTask<bool?> FindAsync(ContextSession session, bool hasEnded)
        => await look(session).ConfigureAwait(false) is { } stored && (stored || hasEnded) ? stored : null;
}
