using System.Diagnostics;
using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Parts;
using EFCore.MySqlBulk.Execution.Preparation;
using EFCore.MySqlBulk.Execution.Recovery;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Warnings;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.Sql;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging;

namespace EFCore.MySqlBulk.Execution;

/// <summary>One attempt at a request, from opening the connection to updating the change tracker. It holds the only try/finally that cleans up.</summary>
internal sealed class BulkAttempt
{
    private readonly RequestedOperation _call;
    private readonly BulkRequest _request;
    private readonly ResolvedOptions _options;
    private readonly ILogger _logger;
    private readonly IOBehavior _io;
    private readonly CancellationToken _token;
    private readonly long _started;
    private readonly bool _canGuess;
    private readonly ContextSession _session;
    private readonly QuotedNames _names;
    private TrackedEntries _tracked = null!;
    private IReadOnlyList<TypedRows>? _types;
    private RowGroups _groups = null!;
    private CallParts _parts = null!;
    private SessionMode? _mode;
    private ClusterMember? _member;
    private CommitRecord? _record;
    private IBulkTransaction? _transaction;

    /// <param name="call">The call.</param>
    /// <param name="logger">The log.</param>
    /// <param name="started">When the call began.</param>
    /// <param name="canGuess">Whether the facts of the last call may be used; the first statement then confirms them.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public BulkAttempt(RequestedOperation call, ILogger logger, long started, bool canGuess, IOBehavior io, CancellationToken token)
    {
        (_call, _request, _options, _logger, _started, _canGuess, _token) = (call, call.Request, call.Request.Options, logger, started, canGuess, token);
        _session = new(_request.Context, _options.Timeout, logger, io);
        (_io, _names) = (_session.IO, new(_request.Context.GetService<ISqlGenerationHelper>()));
        IsInCallersTransaction = TransactionKinds.Of(_request.Context.Database) is TransactionKind.Joined or TransactionKind.Ambient;
    }

    /// <summary>Whether the attempt joins a transaction, which only its owner can repeat; known before anything is sent.</summary>
    public bool IsInCallersTransaction { get; }

    /// <inheritdoc cref="ContextSession.WasOpen" />
    public bool WasOpen => _session.WasOpen;

    /// <inheritdoc cref="RowGroups.HasMetUnseen" />
    public bool HasMetUnseen(Exception exception) => _groups?.HasMetUnseen(exception) == true;

    /// <summary>Whether the attempt was pipelined.</summary>
    public bool WasPipelined => _groups?.Call.Chosen.IsPipelined == true;

    /// <summary>Whether the plan was made by guessed facts, and nothing was sent that confirms them.</summary>
    public bool HasOnlyGuessed => _mode?.IsGuess == true && _transaction is null;

    private IOwnConnection? Own => _groups?.Connections.Own;

    public async ValueTask<AttemptResult> RunAsync()
    {
        RowReader reader = _request.Rows.Open(_token);
        try
        {
            object?[] window = new object?[Math.Min(_request.Rows.Count ?? int.MaxValue, Thresholds.InputWindow)];
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
                if (_parts is not null)
                    await _session.CleanUp.RunAsync(_parts.DisposeAsync).ConfigureAwait(false);
                if (_groups?.Connections.Flights is { } flights)
                    await _session.CleanUp.RunAsync(() => flights.DisposeAsync(_io)).ConfigureAwait(false);
                if (Own is { } own)
                    await _session.CleanUp.RunAsync(own.DisposeAsync).ConfigureAwait(false);
                await _session.CleanUp.RunAsync(_session.CloseAsync).ConfigureAwait(false);
            }
        }
        finally
        {
            _parts?.Propagated.End(isStored: false);
            _tracked?.Dispose();
            await _session.CleanUp.RunAsync(reader.DisposeAsync).ConfigureAwait(false);
        }
    }

    private async ValueTask<AttemptResult> RunOpenAsync(RowReader reader, object?[] window, int count)
    {
        try
        {
            await SendAllAsync(reader, window, count).ConfigureAwait(false);
            if (_record is not null)
                await _record.WriteAsync(_transaction!, _io, _token).ConfigureAwait(false);
            // The caller's own code may throw at the end of the rows, while everything can still be rolled back.
            await reader.DisposeAsync().ConfigureAwait(false);
            if (_request.BeforeCommit is { } wait)
                await wait(_io).ConfigureAwait(false);
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
            FailedCommit commit = new(_request, _transaction!, _session, _member, _names, _io, _token);
            (Outcome outcome, late) = await commit.FindAsync(exception, _parts.LastSent, _record, _parts.Tally.Sent).ConfigureAwait(false);
            if (outcome.Stored != BulkOutcome.All)
                return Failed(outcome, late!);
        }

        // All rows are stored: from here on nothing is sent again.
        _record?.Release(BulkOutcome.All);
        try
        {
            _parts.Accept();
        }
        catch (Exception exception)
        {
            late ??= Failure.Of(exception, _request, IsInCallersTransaction ? Outcome.AllSent : Outcome.AllStored(_parts.Tally.Sent), _token);
        }

        return late is null ? new(Result(), null) { Changes = _parts.Tally.Changes } : new(null, late);
    }

    private async ValueTask<AttemptResult> GiveUpAsync(Exception exception)
    {
        if (ServerError.IsOfTheMember(exception))
            _session.Discard();
        // The row exists, so what the library remembers of the table was right.
        if (!HasMetUnseen(exception))
        {
            FactsReader.Forget(_session);
            ForgetTables();
        }

        Outcome outcome = _transaction is null
            ? await FailedCall.BeforeRowsAsync(exception, _request.Traits.LeavesTransaction, IsInCallersTransaction, _session, _io).ConfigureAwait(false)
            : await new FailedCall(_transaction, _parts.Current!.Sender, _session, _names, _io).FindAsync(exception, _parts.Current.Feed.RowCount).ConfigureAwait(false);
        if (outcome.Stored == BulkOutcome.All)
        {
            await _session.CleanUp.RunAsync(() =>
            {
                _parts.Accept();
                return default;
            }).ConfigureAwait(false);
        }

        CallPart? part = _parts?.Current;
        // The rows of a stream are read graph by graph.
        return Failed(outcome, Failure.Of(exception, (part?.Request ?? _request) with { Traits = _request.Traits, Graph = part?.Feed.Graph ?? _request.Graph }, outcome, _token));
    }

    // The table of the first row decides how statements are sent.
    private BulkRow? FirstOf(object?[] window, int count)
    {
        BulkRow? first = _types is not null ? TypedRows.Most(_types).First
            : _request.Graph is { } graph ? graph.Largest
            : count > 0 && window[0] is { } item ? new BulkRow(item, null, _request.Rows.PositionOf(0))
            : null;
        return first is { } row && _request.CanBeTracked ? row with { Entry = _tracked.Of(row.Item) } : first;
    }

    private void ForgetTables()
    {
        if (_groups is null)
            return;
        foreach (BulkRequest each in TypedRows.RequestsOf(_types, _request))
            StoredTypeRequest.Forget(each, _groups.Call.Server, _groups.Call.Session);
    }

    // The context's execution strategy may retry what is thrown.
    private AttemptResult Failed(Outcome outcome, Exception failure)
    {
        _record?.Release(outcome.Stored);
        if (outcome.CanBeSentAgain)
            ExceptionDispatchInfo.Throw(failure);
        return new(null, failure);
    }

    private async ValueTask SendAllAsync(RowReader reader, object?[] window, int count)
    {
        Facts? guess = CanGuess ? FactsReader.GuessToGuard(_session) : null;
        Facts known = guess ?? await FactsReader.ReadAsync(_session, UsesOtherConnections, _io, _token).ConfigureAwait(false);
        _session.Identify(known);
        _mode = new(_session, known, isGuess: guess is not null);
        _member = _request.Failover is null ? null : await ClusterMember.FindAsync(_session, known.Server, _io, _token).ConfigureAwait(false);
        _record = await CommitRecord.OfAsync(_request, _session, known.Session.Database, _io, _token).ConfigureAwait(false);
        _tracked = TrackedEntries.Of(_request);
        _parts = new(_request, _session, _names, _tracked, _started, _io, _token) { Begin = BeginAsync };
        _types = _request.GoesByType ? TypedRows.Of(_call, _tracked) : null;
        RequestedOperation call = _types is null ? _call : TypedRows.Most(_types).Call;
        BulkRequest most = call.Request;
        int? rows = most.IsGraph ? most.RowCount : CallRowGroups.RowsOf(most, window, count);
        IgnoredBehaviors.Tell(_request, window.AsSpan(0, count), rows == count, _tracked, _logger);
        LeftOutCheck? leftOut = LeftOutCheck.Of(_request, _tracked);
        if (_request.Rows.CanRepeat)
            leftOut?.CheckAll(await _request.Rows.ReadAllAsync(_token).ConfigureAwait(false), _request.Rows.PositionOf);
        _groups = CallRowGroups.Of(call, _session, _names, known, rows, fillsOnly: false);
        if (_request.Scope is not null)
            ForgetTables();
        foreach (BulkRequest each in TypedRows.RequestsOf(_types, _request))
            await StoredTypeRequest.LearnAsync(each, rows != 1, (_groups.Call.Server, _groups.Call.Session), _names, _session, _io, _token).ConfigureAwait(false);
        // A null first row is refused by the row reader.
        await new CallPipelining(_request, _session, _names, _io, _token).PrepareAsync(_groups, FirstOf(window, count)).ConfigureAwait(false);
        _groups.LookUp = await new LookUpChoice(_request, _groups, _session).ChooseAsync(_tracked, _io, _token).ConfigureAwait(false);
        if (_groups.LookUp == LookUp.Plain)
            _mode.Guard();
        if (_types is null)
            await _parts.Add(_request, reader, _groups, _request.Rows.CanRepeat ? null : leftOut).Feed.RunAsync(window, count, rows).ConfigureAwait(false);
        else
            await new TypedFeed(_parts, _groups, _token).RunAsync(_types).ConfigureAwait(false);
        await _mode.EndAsync(_io, _token).ConfigureAwait(false);
    }

    // A call is planned by the facts of the last one, which saves a round trip. A precondition on its first statement confirms the facts that its plan depends on. Other connections do not send it.
    private bool CanGuess => _canGuess && _request.Rows.Count is { } rows && (rows < Thresholds.PipelinedExecuteRows || !UsesOtherConnections);

    private bool UsesOtherConnections => _options.Connections > 1 || _options.ArrayBatchDriver is not null;

    private async ValueTask BeginAsync(bool needed)
    {
        CallPart part = _parts.Current!;
        if (_transaction is null)
        {
            // What one statement has stored by itself cannot be found out on another server.
            needed |= _types is not null || _request.Failover is not null || _request.BeforeCommit is not null || _record is not null;
            _transaction = Own ?? (_request.BeginTransaction is { } begin ? await begin(_session, _groups.Call.Server, _token).ConfigureAwait(false)
                : (IBulkTransaction)await SessionTransaction.BeginAsync(_session, needed, _request.Traits.MayNeedRollback || _parts.Rejections is not null, _io, _token, _request.Traits.LeavesTransaction).ConfigureAwait(false));
            BulkPlan first = part.RowGroups.First!.Plan;
            if (Own is null)
                _mode!.Begin(isOnly: !needed, dependsOnFacts: WasPipelined || _types is not null || _request.IsGraph || _request.IsDivided || !first.MeansTheSameInEverySession);
            Log.OperationStarted(_logger, _request.Traits.Name, _request.Subject, first.Choice.Strategy, first.Choice.Reason);
        }

        part.Sender.Transaction = _transaction;
    }

    private BulkResult Result()
    {
        CallPart main = _parts.Main;
        BulkPlan first = main.RowGroups.First!.Plan;
        IReadOnlyList<BulkPlan> sent = _request.Traits.LooksUp || first.WritesNothing ? main.RowGroups.SentPlans : [first];
        BulkResult result = new()
        {
            RowsByStatement = main.Sender.Affected,
            AffectedByRow = _options.ReturnAffected ? [.. main.Sender.AffectedByRow.SelectMany(each => each)] : null,
            Verb = _request.Traits.ResultVerb,
            Strategy = sent.Count > 0 ? sent[0].Choice.Strategy : BulkStrategy.None,
            Reason = _call.Operation.ReasonOf(_request, first, main.RowGroups.LookUp, sent),
            IsPipelined = _groups.Call.Chosen.IsPipelined,
            PipeliningReason = _groups.Call.Chosen.Reason,
            Warnings = [.. _session.Warnings],
            RowsRejected = _parts.Tally.Rejected,
            Rejected = _parts.Rejections?.Collected ?? [],
            Statements = _session.Commands.Count + (Own?.Statements ?? 0),
            Connections = Own?.Count ?? 1,
            IsAtomic = Own is { Count: > 1 } ? _options.AtomicBy is not null : !_session.HasNoTransaction,
            Elapsed = Stopwatch.GetElapsedTime(_started),
        };
        return _call.Operation.Count(result, _parts.Tally.Counts);
    }
}
