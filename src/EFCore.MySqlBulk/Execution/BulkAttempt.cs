using System.Diagnostics;
using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Execution;

/// <summary>One attempt at a request, from opening the connection to updating the change tracker. It holds the only try/finally.</summary>
internal sealed class BulkAttempt
{
    private readonly BulkRequest _request;
    private readonly DbContext _context;
    private readonly ResolvedOptions _options;
    private readonly ILogger _logger;
    private readonly IOBehavior _io;
    private readonly CancellationToken _token;
    private readonly long _started;
    private readonly bool _canGuess;
    private readonly ContextSession _session;
    private readonly QuotedNames _names;
    private LentValues _lent = null!;
    private GeneratedKeys _keys = null!;
    private FoundKeys _found = null!;
    private GeneratedValues _generated = null!;
    private TrackedEntries _tracked = null!;
    private StoredEntries _stored = null!;
    private Lanes _lanes = null!;
    private StatementSender _sender = null!;
    private RowFeed _feed = null!;
    private SessionMode? _mode;
    private IBulkTransaction? _transaction;

    /// <param name="request">The request.</param>
    /// <param name="logger">The log.</param>
    /// <param name="started">When the call began.</param>
    /// <param name="canGuess">The facts of the last call may be used, to be confirmed by the statement.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public BulkAttempt(BulkRequest request, ILogger logger, long started, bool canGuess, IOBehavior io, CancellationToken token)
    {
        _canGuess = canGuess;
        _request = request;
        _context = request.Context;
        _options = request.Options;
        _logger = logger;
        _started = started;
        _token = token;
        _session = new(_context, _options.Timeout, logger, io);
        _io = _session.IO;
        _names = new(_context.GetService<ISqlGenerationHelper>());
    }

    public bool IsInCallersTransaction => _transaction?.Kind is TransactionKind.Joined or TransactionKind.Ambient;

    /// <inheritdoc cref="Lanes.HasMetUnseen" />
    public bool HasMetUnseen(Exception exception) => _lanes?.HasMetUnseen(exception) == true;

    /// <summary>Statements were in flight.</summary>
    public bool WasPipelined => _lanes?.Call.Chosen.IsPipelined == true;

    private IOwnConnection? Own => _lanes?.Connections.Own;

    public async ValueTask<AttemptResult> RunAsync()
    {
        RowReader reader = _request.Rows.Open(_token);
        try
        {
            object?[] window = new object?[Math.Min(_request.Rows.Count ?? int.MaxValue, Thresholds.PreparedFromRows)];
            int count = await reader.ReadAsync(window, _token).ConfigureAwait(false);
            if (count == 0 && _request.Scope is null)
                return new(new() { Reason = "no rows" }, null);
            await _session.OpenAsync(_token).ConfigureAwait(false);
            try
            {
                return await RunOpenAsync(reader, window, count).ConfigureAwait(false);
            }
            finally
            {
                if (_mode is not null)
                    await _session.CleanUp.RunAsync(() => _mode.EndAfterFailureAsync(_io)).ConfigureAwait(false);
                if (_lanes is not null)
                    await _session.CleanUp.RunAsync(() => _lanes.DisposeAsync(_io)).ConfigureAwait(false);
                if (_lanes?.Connections.Flights is { } flights)
                    await _session.CleanUp.RunAsync(() => flights.DisposeAsync(_io)).ConfigureAwait(false);
                if (Own is { } own)
                    await _session.CleanUp.RunAsync(own.DisposeAsync).ConfigureAwait(false);
                await _session.CleanUp.RunAsync(_session.CloseAsync).ConfigureAwait(false);
            }
        }
        finally
        {
            _lent?.End(isStored: false);
            _tracked?.Dispose();
            await _session.CleanUp.RunAsync(reader.DisposeAsync).ConfigureAwait(false);
        }
    }

    private async ValueTask<AttemptResult> RunOpenAsync(RowReader reader, object?[] window, int count)
    {
        try
        {
            await SendAllAsync(reader, window, count).ConfigureAwait(false);
            // The caller's own code may throw at the end of the rows, while everything can still be rolled back.
            await reader.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            return await GiveUpAsync(exception).ConfigureAwait(false);
        }

        Exception? late = null;

        try
        {
            await _transaction!.CommitAsync(_io).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            FailedCommit commit = new(_request, _transaction!, _session, _names, _io);
            (Outcome outcome, late) = await commit.FindAsync(exception, _sender.Last, _sender.Tally.Sent).ConfigureAwait(false);
            if (outcome.Stored != BulkOutcome.All)
                return Failed(outcome, late!);
        }

        // All rows are stored: from here on nothing is sent again.
        try
        {
            Accept();
        }
        catch (Exception exception)
        {
            late ??= Failure.Of(exception, _request, IsInCallersTransaction ? Outcome.AllSent : Outcome.AllStored(_sender.Tally.Sent), _token);
        }

        return late is null ? new(Result(), null) : new(null, late);
    }

    private async ValueTask<AttemptResult> GiveUpAsync(Exception exception)
    {
        // What has been learned is not to blame for a row that is there.
        if (!HasMetUnseen(exception))
            Forget();
        Outcome outcome = _transaction is null
            ? Outcome.NothingSent with { TransactionLost = !_session.IsOpen && SessionTransaction.KindOf(_context.Database) == TransactionKind.Joined }
            : await new FailedCall(_request.Operation, _transaction, _sender, _session, _names, _io).FindAsync(exception, _feed.RowCount).ConfigureAwait(false);
        if (outcome.Stored == BulkOutcome.All)
        {
            await _session.CleanUp.RunAsync(() =>
            {
                Accept();
                return default;
            }).ConfigureAwait(false);
        }

        // The rows of a stream are read graph by graph.
        return Failed(outcome, Failure.Of(exception, _request with { Graph = _feed?.Graph ?? _request.Graph }, outcome, _token));
    }

    // By its table it is decided how statements are sent.
    private BulkRow? FirstOf(object?[] window, int count)
    {
        BulkRow? first = _request.Graph is { } graph ? graph.Largest : count > 0 && window[0] is { } item ? new BulkRow(item, null, 0) : null;
        return first is { } row ? row with { Entry = _stored.EntryOf(row.Item) } : null;
    }

    private void Forget()
    {
        FactsReader.Forget(_session);
        if (_lanes is not null)
            StoredTypeRequest.Forget(_request, _lanes.Call.Server, _lanes.Call.Session);
    }

    // The context's execution strategy may retry what is thrown.
    private static AttemptResult Failed(Outcome outcome, Exception failure)
    {
        if (outcome.CanBeSentAgain)
            ExceptionDispatchInfo.Throw(failure);
        return new(null, failure);
    }

    private async ValueTask SendAllAsync(RowReader reader, object?[] window, int count)
    {
        int? rows = _request.IsGraph ? _request.RowCount : Lanes.RowsOf(_request, window, count);
        Facts? guess = CanGuess ? FactsReader.GuessToGuard(_session) : null;
        Facts known = guess ?? await FactsReader.ReadAsync(_session, _options.Connections > 1 || _options.ArrayBatchDriver is not null, _io, _token).ConfigureAwait(false);
        _session.Identify(known);
        _mode = new(_session, known, isGuess: guess is not null);
        _tracked = TrackedEntries.Of(_request);
        Omissions.Tell(_request, window.AsSpan(0, count), rows == count, _tracked, _logger);
        LeftOutCheck? leftOut = LeftOutCheck.Of(_request, _tracked);
        if (_request.Rows.CanRepeat)
            leftOut?.CheckAll(await _request.Rows.ReadAllAsync(_token).ConfigureAwait(false));
        _stored = new(_request, _tracked);
        _lent = new(_tracked, keeps: !_request.Rows.CanRepeat);
        _keys = new(_tracked, _lent, atOnce: !_request.Rows.CanRepeat);
        _generated = new(_request, _tracked);
        _lanes = Lanes.Of(_request, _session, _names, known, rows, fillsOnly: false);
        if (_request.Scope is not null)
            StoredTypeRequest.Forget(_request, _lanes.Call.Server, _lanes.Call.Session);
        await StoredTypeRequest.LearnAsync(_request, rows != 1, (_lanes.Call.Server, _lanes.Call.Session), _names, _session, _io, _token).ConfigureAwait(false);
        _found = new(_tracked, _lanes.TableOf, atOnce: !_request.Rows.CanRepeat);
        // A first row that is null is refused where rows are read.
        await new CallPipelining(_request, _session, _io, _token)
            .PrepareAsync(_lanes, FirstOf(window, count)).ConfigureAwait(false);
        _lanes.LookUp = await new LookUpChoice(_request, _lanes, _session).ChooseAsync(_tracked, _io, _token).ConfigureAwait(false);
        if (_lanes.LookUp == LookUp.Plain)
            _mode.Guard();
        _sender = new(_request, _session, _names, _lanes, _keys, _io, _token) { Lent = _lent, Generated = _generated, Tally = new(_request, _started) };
        ExistingRows? existing = _request.Operation.LooksUp ? new(_request, _session, _names, _lanes, _found, _io, _token) : null;
        ScopedRows? scope = _request.Scope is null ? null : new(_request, _session, _lanes, _found, existing!, _io, _token);
        if (scope is not null)
            existing!.Scope = scope;
        RowLookup lookup = new(_lanes.Connections, _names, _io, _token);
        LaneFeed feed = new(_request, _stored, _lanes, _sender, BeginAsync);
        _feed = new(_request, reader, _stored, _lanes, _sender, feed, _token)
        {
            Existing = existing,
            Scope = scope,
            Owned = existing is null ? OwnedReplacement.Of(_request, _stored, _lanes, _sender, feed, lookup) : null,
            Divided = existing is not null && _request.IsDivided ? new(_request, _stored, _lanes, _sender, feed, lookup) : null,
            LeftOut = _request.Rows.CanRepeat ? null : leftOut,
        };
        await _feed.RunAsync(window, count, rows).ConfigureAwait(false);
        await _mode.EndAsync(_io, _token).ConfigureAwait(false);
    }

    // A small call is planned by the facts of the last one, which saves a round trip. A guard in front of its first statement confirms them where they matter.
    private bool CanGuess
        => _canGuess && _request.Rows.Count is { } rows && rows <= Thresholds.GuessedFactsRows && _options.Strategy is null && _options.Pipelining != BulkPipelining.Always;

    private async ValueTask BeginAsync(bool needed)
    {
        _transaction = (IBulkTransaction?)Own ?? await SessionTransaction.BeginAsync(
            _session, needed, _request.Operation.CanRequireUndo, _io, _token, _request.Operation.LeavesTransaction).ConfigureAwait(false);
        _sender.Transaction = _transaction;
        Lane first = _lanes.First!;
        if (Own is null)
            _mode!.Begin(isOnly: !needed, dependsOnFacts: _request.IsGraph || _request.IsDivided || !first.Plan.MeansTheSameInEverySession);
        Log.OperationStarted(_logger, _request.Operation.Name, _request.Subject, first.Plan.Choice.Strategy, first.Plan.Choice.Reason);
    }

    private void Accept()
    {
        _found.Write();
        _keys.Write();
        _generated.Write();
        _found.WriteSuperseded();
        NavigationFixup fixup = new(item => _tracked.Of(item) is not null);
        foreach (EntityGraph graph in _feed.Divided?.Inserted ?? (_request.Graph is { } whole ? [whole] : []))
            fixup.Run(graph.Nodes);
        _stored.Accept(_sender.PassedOver);
    }

    private BulkResult Result()
    {
        BulkPlan first = _lanes.First!.Plan;
        IReadOnlyList<BulkPlan> sent = _request.Operation.LooksUp || first.WritesNothing ? _lanes.SentPlans : [first];
        BulkResult result = new()
        {
            RowsByStatement = _sender.Affected,
            AffectedRows = _options.ReturnAffected ? [.. _sender.AffectedRows.SelectMany(each => each)] : null,
            Verb = _request.Operation.ResultVerb,
            Strategy = sent.Count > 0 ? sent[0].Choice.Strategy : BulkStrategy.None,
            Reason = _request.Operation.ReasonOf(_request, _lanes, sent),
            IsPipelined = _lanes.Call.Chosen.IsPipelined,
            PipeliningReason = _lanes.Call.Chosen.Reason,
            Warnings = [.. _session.Warnings],
            Statements = _session.Commands.Count + (Own?.Statements ?? 0),
            Connections = Own?.Count ?? 1,
            Elapsed = Stopwatch.GetElapsedTime(_started),
        };
        return _request.Operation.Count(result, _sender.Tally.Counts);
    }
}
