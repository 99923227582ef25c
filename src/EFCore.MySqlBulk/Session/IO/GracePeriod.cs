namespace EFCore.MySqlBulk.Session.IO;

/// <summary>The time that a call has left after the driver has stopped answering, shared by everything that remains: rolling back, killing the
/// session, looking rows up, closing.</summary>
internal sealed class GracePeriod
{
    // The documentation promises ten seconds. The difference is for timers, for calls that end only after their socket is closed, and for closing.
    private static readonly TimeSpan Length = TimeSpan.FromSeconds(9);
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(1);
    private long _end;

    /// <summary>The time that is left.</summary>
    public TimeSpan Remaining
    {
        get
        {
            long end = Volatile.Read(ref _end);
            return end == 0 ? Length : TimeSpan.FromMilliseconds(Math.Max(0, end - Environment.TickCount64));
        }
    }

    /// <summary>The time for closing the connection: what is left, but at least the last second.</summary>
    public TimeSpan ForClosing => Remaining > Rest ? Remaining : Rest;

    /// <summary>Starts now, unless it has started before.</summary>
    public void Begin() => BeginAt(Environment.TickCount64);

    /// <summary>Starts at a given moment, which may have passed.</summary>
    /// <param name="moment">The moment, in <see cref="Environment.TickCount64" />.</param>
    public void BeginAt(long moment)
        => Interlocked.CompareExchange(ref _end, Math.Min(moment, Environment.TickCount64) + (long)Length.TotalMilliseconds, 0);

    /// <summary>The limit, or what is left if that is less.</summary>
    public TimeSpan? Shorten(TimeSpan? limit)
        => Volatile.Read(ref _end) == 0 || (limit is { } given && given < Remaining) ? limit : Remaining;
}
