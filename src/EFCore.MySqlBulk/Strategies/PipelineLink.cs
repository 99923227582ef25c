using System.Diagnostics;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>A connection of the operation's own with a transaction on it. Autocommit is off from the first statement to the last, so that nothing in
/// flight is ever committed by itself; <c>COMMIT</c> is sent only after every outcome was read.</summary>
internal sealed class PipelineLink : IOwnLink
{
    private readonly PooledSession _own;
    private readonly ContextSession _context;
    private readonly Queue<string> _before;
    private bool _isClean;

    /// <param name="own">The session.</param>
    /// <param name="setUp">What goes before the first statement.</param>
    /// <param name="context">The context's session, for the log and the timeout.</param>
    public PipelineLink(PooledSession own, IEnumerable<string> setUp, ContextSession context)
    {
        _own = own;
        _before = new(setUp);
        _context = context;
    }

    public TransactionKind Kind => TransactionKind.Own;

    public bool CanUndo => true;

    public PipelineSession Session => _own.Session;

    public bool HasEnded { get; private set; }

    public int Statements { get; private set; }

    /// <summary>Runs a flight: what waits to go before it, what <paramref name="send" /> puts in, and all answers.</summary>
    /// <param name="outcomes">Is told what became of the statements.</param>
    /// <param name="send">Sends the statements that carry rows; may end early when the flight has failed.</param>
    /// <param name="label">What log and trace say of it.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels at once; the transaction is gone then.</param>
    public async ValueTask FlyAsync(FlightOutcomes outcomes, Func<Flight, ValueTask> send, StatementLabel label, IOBehavior io, CancellationToken token)
    {
        _isClean = false;
        long started = Stopwatch.GetTimestamp();
        await WatchAsync(
            async watch =>
            {
                Flight flight = Session.StartFlight(FlightLimits.Default, outcomes);
                watch.Follow(() => flight.Answered);
                while (_before.TryDequeue(out string? statement))
                    flight.Query(statement);
                try
                {
                    await send(flight).ConfigureAwait(false);
                }
                finally
                {
                    // Whatever ended the sending, what was sent is answered.
                    if (Session.IsUsable)
                        await flight.CompleteAsync().ConfigureAwait(false);
                }

                Statements += flight.Sent - Math.Min(outcomes.First, flight.Sent);
            },
            io, token).ConfigureAwait(false);
        _context.Executed(label, Stopwatch.GetElapsedTime(started));
        // An error before the first row is the statement's or the set-up's own.
        if (outcomes is { Error: { } error, FailedAt: < 0 })
            throw error;
    }

    public void Save(string name) => _before.Enqueue($"SAVEPOINT {name}");

    public ValueTask ReturnToAsync(string name, IOBehavior io)
    {
        // A savepoint that still waits to be set was set before nothing.
        if (!_before.Contains($"SAVEPOINT {name}"))
            return ControlAsync($"ROLLBACK TO SAVEPOINT {name}", io);
        string[] rest = [.. _before.Where(statement => statement != $"SAVEPOINT {name}")];
        _before.Clear();
        foreach (string statement in rest)
            _before.Enqueue(statement);
        return default;
    }

    public async ValueTask<bool> TryReturnToStartAsync(IOBehavior io)
    {
        await ControlAsync("ROLLBACK", io).ConfigureAwait(false);
        return true;
    }

    public async ValueTask CommitAsync(IOBehavior io)
    {
        await ControlAsync("COMMIT", io).ConfigureAwait(false);
        _isClean = true;
    }

    public async ValueTask<bool> UndoAsync(bool lost, IOBehavior io)
    {
        if (!Session.IsUsable)
            return true;
        try
        {
            await ControlAsync("ROLLBACK", io).ConfigureAwait(false);
            _isClean = true;
            return lost;
        }
        catch (Exception exception) when (exception is System.Data.Common.DbException or StatementTimeoutException)
        {
            return true;
        }
    }

    /// <summary>Gives the connection back, or closes it.</summary>
    public ValueTask DisposeAsync() => _isClean ? _own.ReturnAsync() : _own.DiscardAsync();

    private ValueTask ControlAsync(string statement, IOBehavior io)
        => WatchAsync(async _ => await Session.QueryAsync(statement).ConfigureAwait(false), io, CancellationToken.None);

    private async ValueTask WatchAsync(Func<FlightWatch, ValueTask> work, IOBehavior io, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        FlightWatch watch = new(Session.Abort, _context.StatementTimeout, token);
        try
        {
            await work(watch).ConfigureAwait(false);
            watch.Dispose();
            if (Session.IsUsable)
                return;
            throw new PipelineBrokenException("The connection was closed.", null);
        }
        catch (PipelineBrokenException exception)
        {
            watch.Dispose();
            // The server may be at work on it still; only when it is done is it known what became of the transaction.
            await EndAsync(io).ConfigureAwait(false);
            if (token.IsCancellationRequested)
                throw new OperationCanceledException("The operation was cancelled; the server has ended its session.", exception, token);
            if (watch.HasTimedOut)
            {
                throw new StatementTimeoutException(
                    $"A statement took longer than {_context.StatementTimeout}; its connection was closed. Raise BulkOptions.Timeout or the context's command timeout.", exception);
            }

            throw;
        }
        finally
        {
            watch.Dispose();
        }
    }

    private async ValueTask EndAsync(IOBehavior io)
    {
        if (await SessionEnd.ConfirmAsync(_own.Settings, Session.ConnectionId, io).ConfigureAwait(false) is { } problem)
            _context.CouldNotEnd(problem);
        else
            HasEnded = true;
    }
}
