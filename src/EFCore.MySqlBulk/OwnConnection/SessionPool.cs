using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Keeps a few pipeline sessions open for some seconds: a handshake over TLS costs more than a hundred rows do.</summary>
internal static class SessionPool
{
    private const int MaxIdle = 16;
    private static readonly TimeSpan IdleTime = TimeSpan.FromSeconds(10);
    private static readonly LinkedList<PooledSession> Idle = new();
    private static readonly Timer Cleaner = new(static _ => CloseSurplus(), null, Timeout.Infinite, Timeout.Infinite);

    /// <summary>Returns a session from the pool, as good as new, or a new one.</summary>
    /// <param name="settings">How it is opened.</param>
    /// <param name="maximum">The maximum number of sessions with these settings, in use or idle; <see langword="null" /> if they are not pooled.</param>
    /// <param name="io">How it waits.</param>
    /// <param name="token">Cancels.</param>
    /// <exception cref="ConnectionUnavailableException">The maximum is reached.</exception>
    public static async ValueTask<PooledSession> RentAsync(PipelineSettings settings, int? maximum, IOBehavior io, CancellationToken token)
    {
        bool synchronous = io.IsSynchronous();
        if (maximum is not { } most)
            return new(await PipelineSession.OpenAsync(settings, synchronous, token).ConfigureAwait(false), settings, synchronous, isPooled: false);
        if (Take(settings, synchronous) is { } session)
        {
            if (await session.TryResumeAsync(token).ConfigureAwait(false))
                return session;
            await session.DiscardAsync().ConfigureAwait(false);
            // Whatever ended this session has probably ended the others too, and checking each could take as long as connecting.
            DiscardIdle(settings);
            token.ThrowIfCancellationRequested();
        }

        while (!SessionQuota.TryTake(settings, most))
        {
            // A session that waits in the other mode is of no use to this call.
            PooledSession idle = Take(settings, !synchronous) ?? throw new ConnectionUnavailableException($"all {most} connections that the connection string's Maximum Pool Size allows are in use")
            {
                IsForNow = true,
            };
            await io.JoinAsync(Task.Run(() => idle.DiscardAsync().AsTask(), CancellationToken.None)).ConfigureAwait(false);
        }

        try
        {
            return new(await PipelineSession.OpenAsync(settings, synchronous, token).ConfigureAwait(false), settings, synchronous, isPooled: true);
        }
        catch
        {
            SessionQuota.Give(settings);
            throw;
        }
    }

    public static void Return(PooledSession session)
    {
        session.IdleSince = DateTime.UtcNow;
        lock (Idle)
        {
            Idle.AddLast(session);
            Cleaner.Change(IdleTime, Timeout.InfiniteTimeSpan);
        }

        CloseSurplus();
    }

    // The session returned last is the likeliest to be alive.
    private static PooledSession? Take(PipelineSettings settings, bool synchronous)
    {
        lock (Idle)
        {
            for (LinkedListNode<PooledSession>? node = Idle.Last; node is not null; node = node.Previous)
            {
                if (node.Value.IsSynchronous != synchronous || node.Value.Settings != settings)
                    continue;
                Idle.Remove(node);
                return node.Value;
            }
        }

        return null;
    }

    private static void DiscardIdle(PipelineSettings settings)
    {
        while ((Take(settings, synchronous: true) ?? Take(settings, synchronous: false)) is { } session)
            _ = session.DiscardAsync().AsTask();
    }

    private static void CloseSurplus()
    {
        DateTime oldest = DateTime.UtcNow - IdleTime;
        List<PooledSession> surplus = [];
        lock (Idle)
        {
            while (Idle.First is { } first && (Idle.Count > MaxIdle || first.Value.IdleSince <= oldest))
            {
                surplus.Add(first.Value);
                Idle.RemoveFirst();
            }

            if (Idle.Count > 0)
                Cleaner.Change(TimeSpan.FromSeconds(1), Timeout.InfiniteTimeSpan);
        }

        // Closing sends a few bytes and never throws.
        foreach (PooledSession session in surplus)
            _ = session.DiscardAsync().AsTask();
    }
}
