using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>A pipeline session that may serve several operations, one after the other.</summary>
internal sealed class PooledSession(PipelineSession session, PipelineSettings settings, bool synchronous, bool isPooled)
{
    private int _isDiscarded;

    /// <summary>One that waited longer is asked whether it still answers. Calls one after the other are spared the round trip.</summary>
    public static TimeSpan Trusted { get; } = TimeSpan.FromMilliseconds(500);

    public PipelineSession Session => session;

    public PipelineSettings Settings => settings;

    public bool IsSynchronous => synchronous;

    /// <summary>Its settings as it was opened and as a reset makes them again; known after the first probe.</summary>
    public SessionSettings? Initial { get; set; }

    public DateTime IdleSince { get; set; }

    /// <summary>Gives it back for the next operation; one that saw anything but a server's error is closed. The reset is asked for here, so that the next
    /// operation need not wait for it.</summary>
    public async ValueTask ReturnAsync()
    {
        if (!isPooled || !session.IsUsable)
        {
            await DiscardAsync().ConfigureAwait(false);
            return;
        }

        try
        {
            await session.BeginResetAsync().ConfigureAwait(false);
        }
        catch (PipelineBrokenException)
        {
            await DiscardAsync().ConfigureAwait(false);
            return;
        }

        SessionPool.Return(this);
    }

    /// <summary>Takes it up again. Returns false where it cannot be used any more.</summary>
    public ValueTask<bool> TryResumeAsync(CancellationToken token) => TryEndResetAsync(asksAgain: DateTime.UtcNow - IdleSince >= Trusted, token);

    /// <summary>Closes it; of one that waits in the pool the reset's answer is taken first, so that the server sees it end properly.</summary>
    public async ValueTask DiscardAsync()
    {
        if (session.IsUsable)
            await TryEndResetAsync(asksAgain: false, CancellationToken.None).ConfigureAwait(false);
        await session.CloseAsync().ConfigureAwait(false);
        if (isPooled && Interlocked.Exchange(ref _isDiscarded, 1) == 0)
            SessionQuota.Give(settings);
    }

    private async ValueTask<bool> TryEndResetAsync(bool asksAgain, CancellationToken token)
    {
        try
        {
            using FlightWatch watch = new(session.Abort, settings.ConnectTimeout, token);
            await session.EndResetAsync().ConfigureAwait(false);
            // The answer may have come long ago, and the network may have gone away since without a word.
            if (asksAgain && session.IsUsable)
            {
                await session.BeginResetAsync().ConfigureAwait(false);
                await session.EndResetAsync().ConfigureAwait(false);
            }

            return session.IsUsable;
        }
        catch (System.Data.Common.DbException)
        {
            // The server has closed it meanwhile.
            return false;
        }
    }
}
