using System.Data.Common;
using System.Diagnostics;
using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.DriverStreams;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Planning.Server;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Flights over the stream of the context's own open connection, inside its transaction. The stream is borrowed from the driver for each
/// flight and for each query of the library's own.</summary>
/// <param name="session">The context's session.</param>
/// <param name="server">The server.</param>
/// <param name="switchesAutocommit">Whether autocommit is off until the call's end, which needs a transaction whose commit only the call sees.</param>
internal sealed class ContextFlights(ContextSession session, ServerFacts server, bool switchesAutocommit) : IFlightCarrier
{
    private readonly List<PreparedStatement> _done = [];
    private readonly TransactionGuard _guard = switchesAutocommit ? new AutocommitGuard() : new ReadOnlyGuard(server.Flavor);
    private DriverStream? _stream;
    private PipelineSession? _pipeline;
    private bool _answersWereSet;

    /// <summary>The context's session.</summary>
    public ContextSession Session => session;

    /// <summary>Whether the statements in flight return rows with texts. Otherwise the session need not send text in UTF-8, for which it may have to be changed and restored.</summary>
    public bool ReadsTexts { get; init; }

    /// <summary>Work that can be done while the server runs the last statements of a flight, and does not use the connection. It must not throw.</summary>
    public Action? Meanwhile { get; set; }

    // The statements that restore the session.
    private string[] Restoring => _answersWereSet ? [.. _guard.Restoring, DriverStream.AnswerInColumnsCharacterSets] : [.. _guard.Restoring];

    /// <inheritdoc />
    public string Attach(string text) => switchesAutocommit && session.Settings.AllowsBatch ? session.AttachedStatements.InFrontOf(text) : text;

    /// <inheritdoc />
    public async ValueTask FlyAsync(FlightOutcomes outcomes, FlightStatements statements, Func<StatementLabel> label, IOBehavior io, CancellationToken token, FlightLimits? limits = null)
    {
        token.ThrowIfCancellationRequested();
        // What begins a flight is answered before anything that changes rows is sent: they go with it, in one command, which the server leaves at the first error.
        if (!session.Settings.AllowsBatch || GuardOf(isAlone: limits == FlightLimits.OneStatement)?.Begins != true)
            await session.Commands.SendRidersAsync(io, token).ConfigureAwait(false);
        long started = Stopwatch.GetTimestamp();
        Flight? flown = null;
        await session.StatementProgress.OfAsync(isFollowed: false, BorrowAsync(StartAsync, io, token)).ConfigureAwait(false);
        session.StatementProgress.HasLeftTransaction |= outcomes.HasLeftTransaction;
        int count = flown!.Position - Math.Min(outcomes.First, flown.Position);
        session.Commands.Add(count);
        session.Executed(label() with { Statements = count, Bytes = (int)Math.Min(int.MaxValue, flown.Bytes) }, Stopwatch.GetElapsedTime(started));
        // An error before the first row is the statement's.
        if (outcomes.Error is { } error && (outcomes.FailedAt < 0 || SessionPrecondition.HasFired(error)))
            throw session.AttachedStatements.Refused(error);

        ValueTask<int> StartAsync(PipelineSession pipeline, FlightWatch watch, FlightKill kill)
        {
            (outcomes.ErrorOf, outcomes.Meanwhile) = (_stream!.ErrorOf, Meanwhile);
            session.AttachedStatements.Sent();
            Flight flight = flown = pipeline.StartFlight(limits ?? FlightLimits.Default, outcomes);
            watch.Follow(() => flight.Answered, () => flight.Error is not null);
            kill.Follow(flight);
            return RunAsync(flight, outcomes, statements, pipeline, watch, kill, io);
        }
    }

    /// <inheritdoc />
    public ValueTask CloseAsync(PreparedStatement statement, IOBehavior io)
    {
        _done.Add(statement);
        return default;
    }

    /// <inheritdoc />
    public ValueTask<List<T>> QueryAsync<T>(string text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token) => QueryAsync(text.AsMemory(), read, io, token);

    public async ValueTask<List<T>> QueryAsync<T>(ReadOnlyMemory<char> text, Func<DbDataReader, T> read, IOBehavior io, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        await session.Commands.SendRidersAsync(io, token).ConfigureAwait(false);
        TakenRows<T> rows = new(read, token);
        await BorrowAsync(RunAsync, io, token).ConfigureAwait(false);
        return rows.Complete();

        async ValueTask<int> RunAsync(PipelineSession pipeline, FlightWatch watch, FlightKill kill)
        {
            try
            {
                Flight flight = pipeline.StartFlight(FlightLimits.Default, new FlightOutcomes(0));
                AnswerInUtf8(flight);
                flight.Query(text.Span, new RowStream(rows.Take));
                await flight.CompleteAsync().ConfigureAwait(false);
                if (flight.Error is { } error)
                    throw _stream!.ErrorOf(error);
            }
            finally
            {
                watch.Dispose();
                if (pipeline.IsUsable)
                    await kill.EndAsync(pipeline, io).ConfigureAwait(false);
            }

            return 0;
        }
    }

    /// <summary>Closes prepared statements, restores the session and frees buffers. The call's transaction has ended.</summary>
    public async ValueTask DisposeAsync(IOBehavior io)
    {
        try
        {
            if (_guard.Statement is { } guard)
                _done.Add(guard);
            if ((_done.Exists(statement => statement.IsReady) || Restoring.Length > 0) && session.IsOpen && _pipeline is { IsUsable: true })
                await BorrowAsync(RestoreAsync, io, CancellationToken.None).ConfigureAwait(false);
        }
        catch when (Restoring.Length > 0 && _stream is not null && !session.IsBroken)
        {
            _stream.Fail(new IOException("The session could not be restored."));
            session.Break();
            throw;
        }
        finally
        {
            _pipeline?.Dispose();
            (_pipeline, _stream) = (null, null);
        }

        async ValueTask<int> RestoreAsync(PipelineSession pipeline, FlightWatch watch, FlightKill kill)
        {
            Flight flight = pipeline.StartFlight(FlightLimits.Default, new FlightOutcomes(0));
            foreach (PreparedStatement statement in _done)
                flight.Close(statement);
            foreach (string statement in Restoring)
                flight.Query(statement);
            await flight.CompleteAsync().ConfigureAwait(false);
            return flight.Error is { } error ? throw NotRestored(error) : 0;
        }
    }

    // One statement has none behind it that could run after a rollback.
    private TransactionGuard? GuardOf(bool isAlone) => switchesAutocommit && isAlone ? null : _guard;

    private async ValueTask<int> RunAsync(Flight flight, FlightOutcomes outcomes, FlightStatements statements, PipelineSession pipeline, FlightWatch watch, FlightKill kill, IOBehavior io)
    {
        try
        {
            if (ReadsTexts)
                AnswerInUtf8(flight);
            Answer attached = new();
            if (session.AttachedStatements.TakeAll() is { } text)
                flight.Query(text, null, attached);
            TransactionGuard? guard = GuardOf(flight.IsAlone);
            Action? check = guard?.Begin(flight);
            statements.Prepare?.Invoke(flight);
            if (check is not null)
                await flight.SendFirstAsync(() => Check(attached, check)).ConfigureAwait(false);
            ExceptionDispatchInfo? failure = await TryAsync(() => statements.Send(flight), pipeline).ConfigureAwait(false);
            guard?.End(flight);
            // Even if sending has failed, the answers to the sent statements are read.
            await flight.CompleteAsync().ConfigureAwait(false);
            failure?.Throw();
            // Rows were not sent because another statement had failed.
            if (outcomes.Error is null && flight.Error is { } other)
                throw _stream!.ErrorOf(other);
        }
        finally
        {
            if (pipeline.IsUsable)
            {
                watch.Dispose();
                await kill.EndAsync(pipeline, io).ConfigureAwait(false);
                await EndGuardAsync(pipeline).ConfigureAwait(false);
            }
        }

        return (int)Math.Min(int.MaxValue, outcomes.Affected);
    }

    private void Check(Answer attached, Action guard)
    {
        if (attached.Error is { } error)
            throw session.AttachedStatements.Refused(_stream!.ErrorOf(error));
        guard();
    }

    private static async ValueTask<ExceptionDispatchInfo?> TryAsync(Func<ValueTask> send, PipelineSession pipeline)
    {
        try
        {
            await send().ConfigureAwait(false);
            return null;
        }
        catch (Exception exception) when (pipeline.IsUsable)
        {
            return ExceptionDispatchInfo.Capture(exception);
        }
    }

    private async ValueTask EndGuardAsync(PipelineSession pipeline)
    {
        try
        {
            await _guard.EndAsync(pipeline).ConfigureAwait(false);
        }
        catch (ServerException error)
        {
            throw NotRestored(error);
        }
    }

    // A session that was not restored must not be used again.
    private static PipelineBrokenException NotRestored(ServerException error) => new("The session could not be restored", error);

    // Uses the stream under a watch. If not all answers arrive, the driver's connection is marked as broken, so that it never reads another statement's answer.
    private async ValueTask<int> BorrowAsync(Func<PipelineSession, FlightWatch, FlightKill, ValueTask<int>> use, IOBehavior io, CancellationToken token)
    {
        DriverStream stream = Find(io);
        Begin(stream);
        StreamTimeouts timeouts = new(stream.Stream);
        FlightKill kill = new(session, () => stream.Fail(new TimeoutException("The answers to statements in flight did not come.")));
        FlightWatch watch = new(kill.Begin, session.Grace.Shorten(session.StatementTimeout), token);
        PipelineSession pipeline = _pipeline!;
        try
        {
            if (!StreamProbe.IsKnown(stream))
                await StreamProbe.ConfirmAsync(stream, pipeline).ConfigureAwait(false);
            int result = await use(pipeline, watch, kill).ConfigureAwait(false);
            if (!pipeline.IsQuiet)
                throw new ProtocolException("The server sent data that answers no statement.");
            return kill.HasBegun && !watch.WasInVain ? throw watch.Ended(session, null, token) : result;
        }
        catch (Exception exception) when (kill.HasBegun && !watch.WasInVain && exception is not OperationCanceledException and not StatementTimeoutException)
        {
            throw watch.Ended(session, exception, token);
        }
        catch (Exception exception) when (exception is PipelineBrokenException or ProtocolException)
        {
            pipeline.Abort();
            throw;
        }
        finally
        {
            watch.Dispose();
            await kill.EndAsync(io).ConfigureAwait(false);
            if (!pipeline.IsQuiet)
            {
                pipeline.Abort();
                stream.Fail(new IOException("Answers to statements in flight are missing."));
                session.Break();
            }

            pipeline.Rest();
            timeouts.Restore();
            stream.End();
        }
    }

    private void Begin(DriverStream stream)
    {
        try
        {
            stream.Begin();
        }
        catch (PipelineBrokenException)
        {
            _pipeline!.Abort();
            session.Break();
            throw;
        }
    }

    // Texts would come in their columns' character sets.
    private void AnswerInUtf8(Flight flight)
    {
        if (_stream!.AnswersInUtf8 || _answersWereSet)
            return;
        flight.Query(DriverStream.AnswerInUtf8, null, new Answer());
        _answersWereSet = true;
    }

    private DriverStream Find(IOBehavior io)
    {
        if (_stream is not null)
            return _stream;
        _stream = DriverStreamFinder.Find(session.Connection, DriverConnection.Unwrap, out string? obstacle)
            ?? throw new InvalidOperationException($"The driver's stream cannot be used: {obstacle}.");
        _pipeline = _stream.StartPipeline(io.IsSynchronous());
        return _stream;
    }
}
