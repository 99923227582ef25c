using System.Diagnostics;
using System.Data;
using EFCore.MySqlBulk.Session.Driver;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>Abandons the context's connection if its driver does not return. This is the only place where the waits for a driver end.</summary>
/// <remarks>A driver has its own timeouts and its own cancellation; this applies if they fail. Some time after both, the connection's socket is
/// closed, which ends every wait for it with the driver's own error. A call that does not end even then is abandoned.</remarks>
internal sealed class ConnectionWatch : IDisposable
{
    private static readonly TimeSpan AfterClosing = TimeSpan.FromSeconds(1);
    private readonly DatabaseFacade _database;
    private readonly TimeSpan? _statementTimeout;
    private readonly TimeSpan _connectTimeout;
    private readonly GracePeriod _grace;
    private readonly CancellationTokenSource _abandoned = new();
    private readonly object _lock = new();
    private Timer? _timer;
    private CancellationToken _token;
    private DriverWait _wait;
    private TimeSpan? _limit;
    private long _began;
    private long _cancelled;
    private long _closed;
    private bool _isWaiting;

    /// <param name="database">The context's database.</param>
    /// <param name="statementTimeout">The time that a statement may take; <see langword="null" /> for no limit.</param>
    /// <param name="connectTimeout">The time that opening may take.</param>
    /// <param name="grace">The time for the work that follows.</param>
    public ConnectionWatch(DatabaseFacade database, TimeSpan? statementTimeout, TimeSpan connectTimeout, GracePeriod grace)
    {
        _grace = grace;
        _database = database;
        _statementTimeout = statementTimeout;
        _connectTimeout = connectTimeout;
    }

    /// <summary>The time that a driver has after a wait has timed out or was cancelled: drivers end a statement over a second connection and wait some seconds for the
    /// result.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromSeconds(4);

    /// <summary>Whether the socket was closed under the driver, so that nothing more is sent.</summary>
    public bool HasGivenUp { get; private set; }

    /// <summary>Whether the connection broke, according to the driver's errors or because it was abandoned, whatever state the driver reports.</summary>
    public bool IsBroken { get; private set; }

    /// <summary>Whether a call of the driver has not returned even then, so that its objects are still in use.</summary>
    public bool IsAbandoned => _abandoned.IsCancellationRequested;

    /// <summary>Cancelled when a driver's call is no longer waited for.</summary>
    public CancellationToken Abandoned => _abandoned.Token;

    /// <summary>Starts a wait.</summary>
    /// <returns>Whether the driver may be called.</returns>
    /// <exception cref="StatementTimeoutException">The connection was abandoned before.</exception>
    public bool Begin(DriverWait wait, CancellationToken token)
    {
        if (HasGivenUp && wait != DriverWait.Cleanup)
            throw Failure(null, token);
        if (IsAbandoned)
            return false;
        lock (_lock)
        {
            (_token, _began, _cancelled, _isWaiting) = (token, Environment.TickCount64, 0, true);
            if (HasGivenUp)
                _closed = _began;
            else
                (_wait, _limit) = (wait, _grace.Shorten(Timeout(wait) + Patience));
            if (_limit is not null || token.CanBeCanceled)
                StartTimer();
        }

        return true;
    }

    /// <summary>Expects the driver to return soon, because its statement is being ended over another connection.</summary>
    public void Hurry()
    {
        lock (_lock)
        {
            if (_cancelled == 0)
                _cancelled = Environment.TickCount64;
            StartTimer();
        }
    }

    /// <summary>Abandons the connection now.</summary>
    public void GiveUp()
    {
        lock (_lock)
        {
            if (HasGivenUp)
                return;
            (HasGivenUp, IsBroken, _closed) = (true, true, Environment.TickCount64);
            _grace.BeginAt(_closed - (long)Patience.TotalMilliseconds);
        }

        BrokenConnection.Cut(_database.GetDbConnection());
    }

    /// <summary>Waits for the driver again, on another connection, if its call has returned since the last one was abandoned. Returns whether it has.</summary>
    public bool TryResume()
    {
        lock (_lock)
        {
            if (IsAbandoned || _isWaiting)
                return false;
            HasGivenUp = false;
            return true;
        }
    }

    /// <summary>Marks the connection as broken, although the driver may report it as open. Nothing more is sent on it.</summary>
    public void Break()
    {
        IsBroken = true;
        _grace.Begin();
        BrokenConnection.Cut(_database.GetDbConnection());
    }

    /// <summary>The driver has returned.</summary>
    public void End()
    {
        lock (_lock)
            _isWaiting = false;
    }

    /// <summary>Records a driver's error.</summary>
    /// <returns>Whether it is a consequence of abandoning the connection.</returns>
    public bool Noticed(Exception exception)
    {
        if (HasGivenUp || !(ServerError.BreaksTheConnection(exception) || (_wait != DriverWait.Open && _database.GetDbConnection().State != ConnectionState.Open)))
            return HasGivenUp;
        IsBroken = true;
        _grace.BeginAt(Timeout(_wait) is { } timeout ? _began + (long)timeout.TotalMilliseconds : Environment.TickCount64);
        return false;
    }

    /// <summary>Whether a driver's exception means that the connection broke.</summary>
    public bool IsBrokenBy(DriverWait wait, Exception exception) => wait switch
    {
        DriverWait.Begin => BrokenConnectionException.IsMeantBehindEFCore(exception, _database.GetDbConnection()),
        DriverWait.Statement or DriverWait.Cleanup => BrokenConnectionException.IsMeantBy(exception, _database.GetDbConnection()) || BrokenConnectionException.IsOutOfStep(exception),
        // Exceptions from EF Core are examined where they are thrown.
        DriverWait.Open or DriverWait.Commit => false,
        _ => throw new UnreachableException($"{wait} is not waited for."),
    };

    /// <summary>The exception for a driver's call that was abandoned.</summary>
    public Exception Failure(Exception? cause, CancellationToken token)
        => token.IsCancellationRequested
            ? new OperationCanceledException("The operation was cancelled, but the driver did not return; its connection was abandoned.", cause, token)
            : _wait == DriverWait.Open ? new StatementTimeoutException($"The driver did not open the connection within {_limit}; nothing was sent.", cause)
            : new StatementTimeoutException(
                $"The driver did not return within {_limit}, so its connection was abandoned. Is the server still reachable? BulkOptions.Timeout and the context's command timeout limit the time of a statement.", cause);

    public void Dispose()
    {
        _timer?.Dispose();
        _abandoned.Dispose();
    }

    private TimeSpan Period => TimeSpan.FromMilliseconds(Math.Clamp((_statementTimeout ?? _connectTimeout).TotalMilliseconds / 4, 50, 500));

    private TimeSpan? Timeout(DriverWait wait) => wait switch
    {
        DriverWait.Open => _connectTimeout,
        DriverWait.Begin or DriverWait.Statement or DriverWait.Commit => _statementTimeout,
        DriverWait.Cleanup => _statementTimeout ?? _connectTimeout,
        _ => throw new UnreachableException($"{wait} is not waited for."),
    };

    private void StartTimer() => _timer ??= new(static watch => ((ConnectionWatch)watch!).Look(), this, Period, Period);

    private void Look()
    {
        lock (_lock)
        {
            if (!_isWaiting || IsAbandoned)
                return;
            long now = Environment.TickCount64;
            if (_cancelled == 0 && _token.IsCancellationRequested)
                _cancelled = now;
            if (HasGivenUp)
            {
                if (now - _closed >= AfterClosing.TotalMilliseconds)
                    _abandoned.CancelAsync();
                return;
            }

            bool isLate = _limit is { } limit && now - _began >= limit.TotalMilliseconds;
            if (!isLate && (_cancelled == 0 || now - _cancelled < Patience.TotalMilliseconds))
                return;
        }

        GiveUp();
    }
}
