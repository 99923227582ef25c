using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Ends the flight of a session if it is cancelled, if no statement has been answered for too long, or if statements behind a failed one go on for more than a moment: each of them may wait for a lock until the server gives up.</summary>
internal sealed class FlightWatch : IDisposable
{
    private static readonly TimeSpan LongestInVain = TimeSpan.FromSeconds(1);

    private readonly Action _close;
    private readonly CancellationTokenRegistration _registration;
    private readonly Timer _timer;
    private readonly TimeSpan? _limit;
    private Func<int>? _count;
    private Func<bool>? _hasFailed;
    private long? _failed;
    private int _answered;
    private long _progressed = Environment.TickCount64;
    private int _ended;

    /// <param name="close">Closes the session.</param>
    /// <param name="limit">The maximum time without an answer.</param>
    /// <param name="token">Cancels.</param>
    public FlightWatch(Action close, TimeSpan? limit, CancellationToken token)
    {
        _close = close;
        _limit = limit;
        TimeSpan period = Period(limit ?? TimeSpan.MaxValue);
        _timer = new(static watch => ((FlightWatch)watch!).Look(), this, period, period);
        _registration = token.UnsafeRegister(static watch => ((FlightWatch)watch!).End(), this);
    }

    /// <summary>Whether a statement took too long.</summary>
    public bool HasTimedOut { get; private set; }

    /// <summary>Whether it has ended statements behind a failed one, so that the failure is what the flight reports.</summary>
    public bool WasInVain { get; private set; }

    /// <param name="answered">Returns the number of answers so far; a higher number means progress.</param>
    /// <param name="hasFailed">Returns whether a statement has failed and the others are in vain; <see langword="null" /> if the session cannot go on after it is ended.</param>
    public void Follow(Func<int> answered, Func<bool>? hasFailed = null) => (_count, _hasFailed) = (answered, hasFailed);

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
        _timer.Dispose();
        _registration.Dispose();
    }

    private static TimeSpan Period(TimeSpan limit) => TimeSpan.FromMilliseconds(Math.Clamp(limit.TotalMilliseconds / 4, 10, 500));

    private void Look()
    {
        if (Volatile.Read(ref _ended) != 0)
            return;
        int answered = _count?.Invoke() ?? 0;
        long now = Environment.TickCount64;
        if (answered != _answered)
            (_answered, _progressed) = (answered, now);
        if (_hasFailed?.Invoke() == true)
            _failed ??= now;
        if (now - _failed >= LongestInVain.TotalMilliseconds)
        {
            WasInVain = true;
            End();
        }
        else if (now - _progressed >= _limit?.TotalMilliseconds)
        {
            HasTimedOut = true;
            End();
        }
    }

    private void End()
    {
        if (Interlocked.Exchange(ref _ended, 1) == 0)
            _close();
    }
}
