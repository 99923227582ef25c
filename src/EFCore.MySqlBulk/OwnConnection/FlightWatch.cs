using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Closes a session if it is cancelled, or if no statement of its flight has been answered for too long.</summary>
internal sealed class FlightWatch : IDisposable
{
    private readonly Action _close;
    private readonly CancellationTokenRegistration _registration;
    private readonly Timer? _timer;
    private readonly TimeSpan _limit;
    private Func<int>? _count;
    private int _answered;
    private long _progressed = Environment.TickCount64;
    private int _ended;

    /// <param name="close">Closes the session.</param>
    /// <param name="limit">The maximum time without an answer.</param>
    /// <param name="token">Cancels.</param>
    public FlightWatch(Action close, TimeSpan? limit, CancellationToken token)
    {
        _close = close;
        _limit = limit ?? Timeout.InfiniteTimeSpan;
        if (limit is { } given)
            _timer = new(static watch => ((FlightWatch)watch!).Look(), this, Period(given), Period(given));
        _registration = token.UnsafeRegister(static watch => ((FlightWatch)watch!).End(), this);
    }

    /// <summary>Whether a statement took too long.</summary>
    public bool HasTimedOut { get; private set; }

    /// <summary>Returns the number of answers so far; a higher number means progress.</summary>
    public void Follow(Func<int> answered) => _count = answered;

    /// <summary>The exception of a flight of the context's session that it has ended.</summary>
    public Exception Ended(ContextSession session, Exception? cause, CancellationToken token)
    {
        string how = session.IsBroken ? "its connection was abandoned" : "the server has ended it";
        return HasTimedOut
            ? new StatementTimeoutException($"A statement took longer than {session.StatementTimeout}; {how}. Raise BulkOptions.Timeout or the context's command timeout.", cause)
            : new OperationCanceledException($"The operation was cancelled; {how}.", cause, token);
    }

    public void Dispose()
    {
        Interlocked.Exchange(ref _ended, 1);
        _timer?.Dispose();
        _registration.Dispose();
    }

    private static TimeSpan Period(TimeSpan limit) => TimeSpan.FromMilliseconds(Math.Clamp(limit.TotalMilliseconds / 4, 10, 1_000));

    private void Look()
    {
        int answered = _count?.Invoke() ?? 0;
        long now = Environment.TickCount64;
        if (answered != _answered)
            (_answered, _progressed) = (answered, now);
        if (now - _progressed < _limit.TotalMilliseconds)
            return;
        HasTimedOut = true;
        End();
    }

    private void End()
    {
        if (Interlocked.Exchange(ref _ended, 1) == 0)
            _close();
    }
}
