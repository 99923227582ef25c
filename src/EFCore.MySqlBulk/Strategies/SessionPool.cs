using EFCore.MySqlBulk.Pipeline;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Keeps a few pipeline sessions open for some seconds: signing in over TLS costs more than a hundred rows do.</summary>
internal static class SessionPool
{
    private const int MostIdle = 16;
    private static readonly TimeSpan IdleTime = TimeSpan.FromSeconds(10);
    private static readonly LinkedList<PooledSession> Idle = new();
    private static readonly Timer Cleaner = new(static _ => CloseSurplus(), null, Timeout.Infinite, Timeout.Infinite);

    /// <summary>A session from the pool, as new, or a new one.</summary>
    public static async ValueTask<PooledSession> RentAsync(PipelineSettings settings, bool pooling, bool synchronous, CancellationToken token)
    {
        while (pooling && Take(settings, synchronous) is { } session)
        {
            if (await session.TryResumeAsync(token).ConfigureAwait(false))
                return session;
            await session.DiscardAsync().ConfigureAwait(false);
            token.ThrowIfCancellationRequested();
        }

        return new(await PipelineSession.OpenAsync(settings, synchronous, token).ConfigureAwait(false), settings, synchronous, pooling);
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

    // The last one given back is the likeliest to be alive.
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

    private static void CloseSurplus()
    {
        DateTime oldest = DateTime.UtcNow - IdleTime;
        List<PooledSession> surplus = [];
        lock (Idle)
        {
            while (Idle.First is { } first && (Idle.Count > MostIdle || first.Value.IdleSince <= oldest))
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
