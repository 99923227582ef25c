using System.Collections.Concurrent;
using EFCore.MySqlBulk.Pipeline;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Keeps pipeline sessions open for half a minute: signing in over TLS costs more than a hundred rows do.</summary>
internal static class SessionPool
{
    private const int MostIdle = 8;
    private static readonly TimeSpan IdleTime = TimeSpan.FromSeconds(30);
    private static readonly ConcurrentDictionary<(PipelineSettings Settings, bool Synchronous), ConcurrentStack<PooledSession>> Idle = new();
    private static readonly Timer Cleaner = new(static _ => Clean(), null, Timeout.Infinite, Timeout.Infinite);

    /// <summary>A session from the pool, reset, or a new one.</summary>
    public static async ValueTask<PooledSession> RentAsync(PipelineSettings settings, bool pooling, bool synchronous, CancellationToken token)
    {
        if (pooling && Idle.TryGetValue((settings, synchronous), out ConcurrentStack<PooledSession>? sessions))
        {
            while (sessions.TryPop(out PooledSession? session))
            {
                if (await TryResetAsync(session).ConfigureAwait(false))
                    return session;
            }
        }

        return new(await PipelineSession.OpenAsync(settings, synchronous, token).ConfigureAwait(false), settings, synchronous, pooling);
    }

    public static void Return(PooledSession session)
    {
        ConcurrentStack<PooledSession> sessions = Idle.GetOrAdd((session.Settings, session.IsSynchronous), static _ => new());
        session.IdleSince = DateTime.UtcNow;
        sessions.Push(session);
        Cleaner.Change(IdleTime, IdleTime);
        if (sessions.Count > MostIdle && sessions.TryPop(out PooledSession? surplus))
            Close(surplus);
    }

    private static async ValueTask<bool> TryResetAsync(PooledSession session)
    {
        try
        {
            await session.Session.ResetAsync().ConfigureAwait(false);
            return true;
        }
        catch (System.Data.Common.DbException)
        {
            // The server has closed it meanwhile.
            await session.DiscardAsync().ConfigureAwait(false);
            return false;
        }
    }

    private static void Clean()
    {
        foreach (((PipelineSettings, bool) key, ConcurrentStack<PooledSession> sessions) in Idle)
        {
            PooledSession[] all = new PooledSession[sessions.Count];
            int count = sessions.TryPopRange(all);
            foreach (PooledSession session in all.AsSpan(0, count))
            {
                if (DateTime.UtcNow - session.IdleSince < IdleTime)
                    sessions.Push(session);
                else
                    Close(session);
            }

            if (sessions.IsEmpty)
                Idle.TryRemove(new(key, sessions));
        }

        if (Idle.IsEmpty)
            Cleaner.Change(Timeout.Infinite, Timeout.Infinite);
    }

    // Closing sends a few bytes and never throws.
    private static void Close(PooledSession session) => _ = session.DiscardAsync().AsTask();
}
