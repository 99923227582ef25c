using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>A pipeline session that can serve several operations, one after the other.</summary>
internal sealed class PooledSession(PipelineSession session, PipelineSettings settings, bool synchronous, bool isPooled)
{
    private int _isDiscarded;

    /// <summary>A session that waited longer is asked whether it still answers. Calls in quick succession are spared that round trip.</summary>
    public static TimeSpan Trusted { get; } = TimeSpan.FromMilliseconds(500);

    public PipelineSession Session => session;

    public PipelineSettings Settings => settings;

    public bool IsSynchronous => synchronous;

    /// <summary>Its settings as they were when it was opened, and are again after a reset; known after the first probe.</summary>
    public SessionSettings? Initial { get; set; }

    public DateTime IdleSince { get; set; }

    /// <summary>Returns it for the next operation, or closes it if it saw anything but a server's error. The reset is requested here, so that the next
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

    /// <summary>Resumes it. Returns false if it can no longer be used.</summary>
    public ValueTask<bool> TryResumeAsync(CancellationToken token) => TryEndResetAsync(asksAgain: DateTime.UtcNow - IdleSince >= Trusted, token);

    /// <summary>Closes it. If it waits in the pool, the answer to its reset is read first, so that the server sees it end properly.</summary>
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
            // The answer may have arrived long ago, and the network may have gone away since without a sign.
            if (asksAgain && session.IsUsable)
            {
                await session.BeginResetAsync().ConfigureAwait(false);
                await session.EndResetAsync().ConfigureAwait(false);
            }

            return session.IsUsable;
        }
        catch (System.Data.Common.DbException)
        {
            // The server has closed it in the meantime.
            return false;
        }
    }
}
