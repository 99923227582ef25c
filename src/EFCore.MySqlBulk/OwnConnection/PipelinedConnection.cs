using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>A connection of the library's own client, which keeps statements in flight.</summary>
/// <param name="own">The session.</param>
/// <param name="setUp">The statements that go before the first one.</param>
/// <param name="context">The context's session.</param>
internal sealed class PipelinedConnection(PooledSession own, IEnumerable<string> setUp, ContextSession context) : TransactedConnection(context), IRowHolder
{
    private readonly Queue<string> _before = new(setUp);
    private Flight? _asked;

    public PipelineSession Session => own.Session;

    public override bool IsUsable => Session.IsUsable;

    protected override uint ConnectionId => Session.ConnectionId;

    protected override PipelineSettings Settings => own.Settings;

    /// <summary>Runs a flight: the statements waiting to go before it, those that <paramref name="send" /> adds, and all answers.</summary>
    /// <param name="outcomes">Receives the outcome of each statement.</param>
    /// <param name="send">Sends the statements that carry rows; it may stop early if the flight has failed.</param>
    /// <param name="label">What the log says about the flight once it has ended; the number of statements and bytes are added.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels at once; the transaction is lost then.</param>
    /// <param name="limits">How much may be in flight; <see langword="null" /> for as much as is good for statements with short answers.</param>
    public async ValueTask FlyAsync(
        FlightOutcomes outcomes, Func<Flight, ValueTask> send, Func<StatementLabel> label, IOBehavior io, CancellationToken token, FlightLimits? limits = null)
    {
        IsClean = false;
        long started = Stopwatch.GetTimestamp();
        (int Statements, int Bytes) sent = default;
        await WatchAsync(
            async watch =>
            {
                await EndAskedAsync().ConfigureAwait(false);
                Flight flight = Session.StartFlight(limits ?? FlightLimits.Default, outcomes);
                watch.Follow(() => flight.Answered);
                SendBefore(flight);
                try
                {
                    await send(flight).ConfigureAwait(false);
                }
                finally
                {
                    // Whatever ended the sending, the statements that were sent are answered.
                    if (Session.IsUsable)
                        await flight.CompleteAsync().ConfigureAwait(false);
                }

                int statements = flight.Sent - Math.Min(outcomes.First, flight.Sent);
                Statements += statements;
                sent = (statements, (int)Math.Min(int.MaxValue, flight.Bytes));
            },
            io, token).ConfigureAwait(false);
        Context.Executed(label() with { Statements = sent.Statements, Bytes = sent.Bytes }, Stopwatch.GetElapsedTime(started));
        // An error before the first row belongs to the statement or the set-up.
        if (outcomes is { Error: { } error, FailedAt: < 0 })
            throw error;
    }

    /// <inheritdoc />
    public async ValueTask<Func<ValueTask<List<T>>>> AskAsync<T>(string text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token)
    {
        IsClean = false;
        QueryRows rows = new();
        FlightOutcomes outcomes = new(0) { First = 0 };
        await WatchAsync(
            async _ =>
            {
                await EndAskedAsync().ConfigureAwait(false);
                _asked = Session.StartFlight(FlightLimits.Default, outcomes);
                _asked.Query(text, rows);
                await _asked.PumpAsync().ConfigureAwait(false);
            },
            io, token).ConfigureAwait(false);
        return async () =>
        {
            await WatchAsync(_ => EndAskedAsync(), io, token).ConfigureAwait(false);
            return outcomes.Error is null ? Read(new TextRowReader(rows), read) : throw outcomes.Error;
        };
    }

    public override void Save(string name) => _before.Enqueue($"SAVEPOINT {name}");

    public override ValueTask ReturnToAsync(string name, IOBehavior io)
    {
        // Nothing was sent behind a savepoint that is itself still waiting to be sent.
        if (!_before.Contains($"SAVEPOINT {name}"))
            return ControlAsync($"ROLLBACK TO SAVEPOINT {name}", io);
        string[] rest = [.. _before.Where(statement => statement != $"SAVEPOINT {name}")];
        _before.Clear();
        foreach (string statement in rest)
            _before.Enqueue(statement);
        return default;
    }

    public override ValueTask DisposeAsync() => IsClean ? own.ReturnAsync() : own.DiscardAsync();

    protected override async ValueTask QueryAsync(string statement)
    {
        await EndAskedAsync().ConfigureAwait(false);
        await Session.QueryAsync(statement).ConfigureAwait(false);
    }

    // A query may be the first statement: what begins the transaction goes before it.
    protected override async ValueTask ReadAsync(ReadOnlyMemory<char> query, Action<DbDataReader> take)
    {
        await EndAskedAsync().ConfigureAwait(false);
        FlightOutcomes outcomes = new(0) { First = _before.Count };
        Flight flight = Session.StartFlight(FlightLimits.Default, outcomes);
        SendBefore(flight);
        flight.Query(query.Span, new RowStream(take));
        await flight.CompleteAsync().ConfigureAwait(false);
        if (outcomes.Error is { } error)
            throw error;
    }

    private void SendBefore(Flight flight)
    {
        while (_before.TryDequeue(out string? statement))
            flight.Query(statement);
    }

    protected override void Abort() => Session.Abort();

    // Whoever asked gets the answer, or the error, when reading it.
    private ValueTask EndAskedAsync()
    {
        if (_asked is not { } asked)
            return default;
        _asked = null;
        return asked.CompleteAsync();
    }
}
