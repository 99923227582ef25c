using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.DriverStreams;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.Ending;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.TwoPhase;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>A further connection, which the driver has opened for the operation and whose stream is borrowed until the operation ends.</summary>
internal sealed class PipelinedConnection : TransactedConnection, IFlightCarrier, IBranch
{
    private readonly DbConnection _connection;
    private readonly DriverStream _stream;
    private readonly StreamTimeouts _timeouts;
    private readonly PipelineSession _session;
    private readonly IOBehavior _io;
    private readonly Queue<string> _before = new();
    private readonly List<PreparedStatement> _done = [];
    private readonly long _id;
    private string[] _restore = [];
    private Xid? _xid;

    /// <param name="connection">The connection, just opened.</param>
    /// <param name="stream">Its stream.</param>
    /// <param name="context">The context's session.</param>
    /// <param name="io">The mode.</param>
    public PipelinedConnection(DbConnection connection, DriverStream stream, ContextSession context, IOBehavior io)
        : base(context)
    {
        _connection = connection;
        _stream = stream;
        _io = io;
        _id = ServerThread.Of(connection) ?? 0;
        _stream.Begin();
        _timeouts = new(stream.Stream);
        _session = stream.StartPipeline(io.IsSynchronous());
    }

    public override bool IsUsable => _session.IsUsable;

    public Xid Xid => _xid!.Value;

    public bool HasBegun => !_before.Contains(Start);

    protected override long ConnectionId => _id;

    protected override string Commit => _xid is null ? base.Commit : $"XA COMMIT {Xid.Sql}";

    private string Start => $"XA START {Xid.Sql}";

    /// <summary>Confirms that it reached the context's server, and prepends the context's session settings to the next statement.</summary>
    /// <exception cref="OtherServerException">The connection reached another server.</exception>
    public async ValueTask BeginAsync(SessionSettings wanted, ServerFacts server, IOBehavior io, CancellationToken token)
    {
        SessionSettings? initial = null;
        await WatchAsync(
            async _ =>
            {
                await StreamProbe.ConfirmAsync(_stream, _session).ConfigureAwait(false);
                initial = SessionSettings.Of((await _session.QueryAsync(SessionSettings.Query(server)).ConfigureAwait(false))[0]);
            },
            io, token).ConfigureAwait(false);
        IsClean = true;
        if ((initial!.Identity, initial.Database) != (wanted.Identity, wanted.Database))
            throw new OtherServerException();
        foreach (string statement in initial.ToBecome(wanted, server))
            _before.Enqueue(statement);
        _restore = [.. initial.Restored(wanted, server)];
        if (_stream.AnswersInUtf8)
            return;
        _before.Enqueue(DriverStream.AnswerInUtf8);
        _restore = [.. _restore, DriverStream.AnswerInColumnsCharacterSets];
    }

    /// <summary>Makes the transaction a branch of a call, before anything was sent in it.</summary>
    public void BeginAs(Xid xid)
    {
        _xid = xid;
        BeginAgain();
    }

    public async ValueTask PrepareAsync(IOBehavior io)
    {
        await ControlAsync($"XA END {Xid.Sql}", io).ConfigureAwait(false);
        await ControlAsync($"XA PREPARE {Xid.Sql}", io).ConfigureAwait(false);
    }

    /// <inheritdoc />
    public async ValueTask<bool> EndElsewhereAsync(string how, Decision decision, IOBehavior io)
    {
        await AbandonAsync(io).ConfigureAwait(false);
        return await decision.WithSessionAsync(async () =>
        {
            try
            {
                await decision.RunAsync($"{how} {Xid.Sql}").ConfigureAwait(false);
                return true;
            }
            catch (Exception exception) when (ServerError.IsOfEndedBranch(exception))
            {
                // Not prepared, or ended already; unless its session still holds it.
                return HasEnded;
            }
        }).ConfigureAwait(false) == true;
    }

    /// <inheritdoc />
    public async ValueTask FlyAsync(FlightOutcomes outcomes, FlightStatements statements, Func<StatementLabel> label, IOBehavior io, CancellationToken token, FlightLimits? limits = null)
    {
        IsClean = false;
        outcomes.ErrorOf = _stream.ErrorOf;
        long started = Stopwatch.GetTimestamp();
        (int Statements, int Bytes) sent = default;
        await WatchAsync(
            async watch =>
            {
                Flight flight = _session.StartFlight(limits ?? FlightLimits.Default, outcomes);
                watch.Follow(() => flight.Answered);
                SendBefore(flight);
                statements.Prepare?.Invoke(flight);
                try
                {
                    await statements.Send(flight).ConfigureAwait(false);
                }
                finally
                {
                    // Even if sending has failed, the answers to the sent statements are read.
                    if (_session.IsUsable)
                        await flight.CompleteAsync().ConfigureAwait(false);
                }

                int count = flight.Position - Math.Min(outcomes.First, flight.Position);
                Statements += count;
                sent = (count, (int)Math.Min(int.MaxValue, flight.Bytes));
            },
            io, token).ConfigureAwait(false);
        Context.Executed(label() with { Statements = sent.Statements, Bytes = sent.Bytes }, Stopwatch.GetElapsedTime(started));
        // An error before the first row is the statement's or the set-up's.
        if (outcomes is { Error: { } error, FailedAt: < 0 })
            throw error;
    }

    /// <inheritdoc />
    public ValueTask CloseAsync(PreparedStatement statement, IOBehavior io)
    {
        _done.Add(statement);
        return default;
    }

    public override void Save(string name) => _before.Enqueue($"SAVEPOINT {name}");

    public override ValueTask ReturnToAsync(string name, IOBehavior io)
    {
        // If the savepoint itself is still unsent, nothing was sent after it.
        if (!_before.Contains($"SAVEPOINT {name}"))
            return ControlAsync($"ROLLBACK TO SAVEPOINT {name}", io);
        string[] rest = [.. _before.Where(statement => statement != $"SAVEPOINT {name}")];
        _before.Clear();
        foreach (string statement in rest)
            _before.Enqueue(statement);
        return default;
    }

    /// <summary>Restores the session, or closes it if that fails.</summary>
    public override async ValueTask DisposeAsync()
    {
        if (!IsUsable || !IsClean || !await TryRestoreAsync().ConfigureAwait(false))
            _stream.Fail(new IOException("The connection was used by an operation that failed."));
        _session.Dispose();
        _timeouts.Restore();
        _stream.End();
        await FurtherConnection.CloseAsync(_connection, _io).ConfigureAwait(false);
    }

    // Savepoints that are still unsent belong to the transaction.
    protected override void BeginAgain()
    {
        if (_xid is null || !HasBegun)
            return;
        string[] rest = [.. _before];
        _before.Clear();
        foreach (string statement in rest.Where(each => !each.StartsWith("SAVEPOINT ", StringComparison.Ordinal)).Append(Start).Concat(rest.Where(each => each.StartsWith("SAVEPOINT ", StringComparison.Ordinal))))
            _before.Enqueue(statement);
    }

    protected override async ValueTask UndoAsync(IOBehavior io)
    {
        if (_xid is null)
        {
            await base.UndoAsync(io).ConfigureAwait(false);
            return;
        }

        if (!HasBegun)
            return;
        try
        {
            await ControlAsync($"XA END {Xid.Sql}", io).ConfigureAwait(false);
        }
        catch (ServerException)
        {
            // It is prepared already, or the server has rolled it back.
        }

        try
        {
            await ControlAsync($"XA ROLLBACK {Xid.Sql}", io).ConfigureAwait(false);
        }
        catch (ServerException error) when (error.Number == ServerError.UnknownXid)
        {
            // It could not be started, or somebody else has rolled it back.
            await base.UndoAsync(io).ConfigureAwait(false);
        }
    }

    protected override async ValueTask QueryAsync(string statement) => await _session.QueryAsync(statement).ConfigureAwait(false);

    // A query may be the first statement, so the statements that begin the transaction are sent before it.
    protected override async ValueTask ReadAsync(ReadOnlyMemory<char> query, Action<DbDataReader> take)
    {
        FlightOutcomes outcomes = new(0) { First = _before.Count, ErrorOf = _stream.ErrorOf };
        Flight flight = _session.StartFlight(FlightLimits.Default, outcomes);
        SendBefore(flight);
        flight.Query(query.Span, new RowStream(take));
        await flight.CompleteAsync().ConfigureAwait(false);
        if (outcomes.Error is { } error)
            throw error;
    }

    protected override void Abort()
    {
        _session.Abort();
        ConnectionSocket.Close(_connection);
    }

    private void SendBefore(Flight flight)
    {
        while (_before.TryDequeue(out string? statement))
            flight.Query(statement);
    }

    private async ValueTask<bool> TryRestoreAsync()
    {
        try
        {
            FlightOutcomes outcomes = new(0) { First = 0 };
            using FlightWatch watch = new(Abort, SessionKiller.Patience, CancellationToken.None);
            Flight flight = _session.StartFlight(FlightLimits.Default, outcomes);
            foreach (PreparedStatement statement in _done)
                flight.Close(statement);
            foreach (string statement in _restore)
                flight.Query(statement);
            await flight.CompleteAsync().ConfigureAwait(false);
            return outcomes.Error is null && _session.IsQuiet;
        }
        catch (DbException)
        {
            return false;
        }
    }
}
