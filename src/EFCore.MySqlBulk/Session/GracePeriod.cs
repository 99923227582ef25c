namespace EFCore.MySqlBulk.Session;

/// <summary>The time that a call has left once nobody answers it. All that is still to be done shares it: taking back, ending the session on the server, looking the
/// rows up, closing.</summary>
internal sealed class GracePeriod
{
    // Ten seconds are promised. The rest is for timers, for what ends only when its socket has been closed, and for closing.
    private static readonly TimeSpan Length = TimeSpan.FromSeconds(9);
    private static readonly TimeSpan Rest = TimeSpan.FromSeconds(1);
    private long _end;

    /// <summary>What is left.</summary>
    public TimeSpan Remaining
    {
        get
        {
            long end = Volatile.Read(ref _end);
            return end == 0 ? Length : TimeSpan.FromMilliseconds(Math.Max(0, end - Environment.TickCount64));
        }
    }

    /// <summary>Time to close the connection in: what is left, and the last second in any case.</summary>
    public TimeSpan ForClosing => Remaining > Rest ? Remaining : Rest;

    /// <summary>Begins now, where it has not begun before.</summary>
    public void Begin() => BeginAt(Environment.TickCount64);

    /// <summary>The same, from a moment on that may have gone by.</summary>
    /// <param name="moment">The moment, in <see cref="Environment.TickCount64" />.</param>
    public void BeginAt(long moment)
        => Interlocked.CompareExchange(ref _end, Math.Min(moment, Environment.TickCount64) + (long)Length.TotalMilliseconds, 0);

    /// <summary>A limit, or what is left where that is less.</summary>
    public TimeSpan? Shorten(TimeSpan? limit)
        => Volatile.Read(ref _end) == 0 || (limit is { } given && given < Remaining) ? limit : Remaining;
}
