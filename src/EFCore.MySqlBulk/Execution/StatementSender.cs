using System.Data.Common;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Sends a lane's rows, statement by statement, and checks each outcome: rows, warnings, keys.</summary>
internal sealed class StatementSender(
    BulkRequest request, ContextSession session, QuotedNames names, Lanes lanes, GeneratedKeys keys, IOBehavior io, CancellationToken token)
{
    private const string RowsSavepoint = "mysqlbulk_rows";
    private readonly ResolvedOptions _options = request.Options;
    private readonly StoredKeys _storedKeys = new();
    private readonly StatementKeys _keys = new(request, session, names, lanes, keys, io, token);
    private readonly List<int[]> _affectedRows = [];
    private SharedLanes? _together;
    private long? _missing;

    /// <summary>Counts the rows.</summary>
    public required RowTally Tally { get; init; }

    /// <summary>Rows that do not exist are not an error.</summary>
    public bool IgnoresMissing => _options.IgnoreMissing;

    /// <summary>Tracked entities whose rows do not exist.</summary>
    public HashSet<object> PassedOver { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>The values that entities have for the time of the call.</summary>
    public required LentValues Lent { get; init; }

    /// <summary>The values that the server generates for the rows.</summary>
    public required GeneratedValues Generated { get; init; }

    public IBulkTransaction Transaction
    {
        get => _keys.Transaction;
        set => _keys.Transaction = value;
    }

    /// <summary>The keys that the server generated for the rows sent.</summary>
    public GeneratedKeys Keys => keys;

    /// <summary>The rows of the statement that was prepared last.</summary>
    public (BulkPlan Plan, ReadOnlyMemory<BulkRow> Rows)? Current { get; private set; }

    /// <summary>The rows sent last, and what became of them.</summary>
    public SentRows? Last { get; private set; }

    /// <summary>The number of rows of a statement that the server accepted and that are not included in <see cref="Tally" />.</summary>
    public long TakenOfStatement => request.Operation.HasTable ? session.Delivery.Affected : Current?.Rows.Length ?? 0;

    /// <summary>The number of rows that the statements of <c>BulkExecute</c> affected.</summary>
    public long Affected { get; private set; }

    /// <summary>How many rows each of them affected, if that was requested.</summary>
    public IEnumerable<int[]> AffectedRows => _affectedRows;

    /// <summary>The lane's rows are one statement that can never have to be undone: a single row, or an insert whose keys need no verification.</summary>
    public bool IsOneStatement(Lane lane)
        => lane.Plan.WritesNothing
        || (!lane.Plan.Choice.Pipelined
            && (lane.Count == 1 || lane.Plan.InsertsRows)
            && !MustProve(lane.Plan) && lane.Strategy.Fill(lane.Rows) == lane.Count && !lane.Strategy.SendsSeveral
            && (lane.Count == 1 || !lane.Plan.CountsKeys || lane.Strategy.CountsKeys)
            && !Generated.AreWanted(lane.Plan, lane.Rows.Span));

    /// <summary>Sends all waiting rows of a lane.</summary>
    public async ValueTask SendAsync(Lane lane)
    {
        if (lane.Plan.WritesNothing)
        {
            if (lane.IsCounted)
                Tally.AddUnchanged(lane.Count);
            return;
        }

        for (int from = 0; from < lane.Count;)
        {
            token.ThrowIfCancellationRequested();
            ReadOnlyMemory<BulkRow> rest = lane.Rows[from..];
            int most = await _keys.PrepareAsync(lane).ConfigureAwait(false);
            int taken = lane.Strategy.Fill(rest.Length > most ? rest[..most] : rest);
            if (await SendStatementAsync(lane, lane.Rows.Slice(from, taken)).ConfigureAwait(false))
            {
                from += taken;
                session.Delivery.Begin();
                Tally.Add(lane, taken);
            }
        }
    }

    /// <summary>Sends the rows of several lanes in one flight.</summary>
    public SharedLanes Together => _together ??= new(this, session, lanes, io, token);

    /// <summary>The next statement of a plan has to verify the computed keys of its table.</summary>
    public bool MustProve(BulkPlan plan) => _keys.MustProve(plan);

    private Connections Connections => lanes.Connections;

    /// <summary>The exception for rows that a statement did not match.</summary>
    public ValueTask<Exception> FindMissedAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
        => new MissedRows(request, session, names, Transaction, io, token).FindAsync(plan, rows, affected);

    /// <summary>The exception for rows that a statement did not match because they have changed; <see langword="null" /> if they are gone.</summary>
    public ValueTask<Exception?> FindChangedAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows)
        => ChangedRows.FindAsync(request, plan, Connections, names, rows, io, token);

    /// <summary>The exception for rows that do not exist; <see langword="null" /> if all do.</summary>
    public ValueTask<Exception?> FindAbsentAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows) => AbsentRows.FindAsync(request, plan, Connections, names, rows, io, token);

    /// <summary>Passes over the rows of an update that do not exist.</summary>
    /// <returns>What to throw if a row that exists was not matched; <see langword="null" /> if there is none.</returns>
    public async ValueTask<Exception?> PassOverAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
    {
        HashSet<int> there = await new RowLookup(Connections, names, io, token).PositionsAsync(KeyLookup.ByKey(plan) with { Lock = RowLock.Shared }, rows).ConfigureAwait(false);
        if (plan.Condition is not null)
            return await FindUnmetAsync(plan, rows, there).ConfigureAwait(false);
        if (there.Count != affected)
            return await new MissedRows(request, session, names, Transaction, io, token).FindAsync(plan, rows, affected).ConfigureAwait(false);
        _missing = rows.Length - there.Count;
        for (int i = 0; i < rows.Length; i++)
        {
            if (!there.Contains(i) && rows.Span[i].IsTracked)
                PassedOver.Add(rows.Span[i].Item);
        }

        return null;
    }

    // A row that exists was not written because the condition leaves it as it is, or because its concurrency token has changed.
    private async ValueTask<Exception?> FindUnmetAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, HashSet<int> there)
    {
        _missing = rows.Length - there.Count;
        if (plan.ConcurrencyTokenCells == 0)
            return null;
        HashSet<int> matched = await new RowLookup(Connections, names, io, token).PositionsAsync(KeyLookup.AsMatched(plan) with { Lock = RowLock.Shared }, rows).ConfigureAwait(false);
        return there.IsSubsetOf(matched) ? null : MissedRows.Of(plan, rows, [.. Enumerable.Range(0, rows.Length).Where(i => matched.Contains(i) || !there.Contains(i))], request);
    }

    /// <summary>Undoes what the call has sent so far, and keeps its locks. Returns whether it could.</summary>
    public ValueTask<bool> TryReturnToStartAsync() => Transaction.TryReturnToStartAsync(io);

    /// <summary>Looks rows up over the context's connection, and reports the positions of those that are found.</summary>
    public ValueTask FindAsync(KeyLookup lookup, ReadOnlyMemory<BulkRow> rows, Action<int> report)
        => new RowLookup(new(session), names, io, token).FindAsync(lookup, rows, (position, _) => report(position));

    /// <summary>Verifies what was sent, before it is committed.</summary>
    public ValueTask CompleteAsync() => _keys.CountAsync();

    // Returns false if the statement was undone and its rows must be sent again.
    private async ValueTask<bool> SendStatementAsync(Lane lane, ReadOnlyMemory<BulkRow> rows)
    {
        Begin(lane.Plan, rows);
        return await TakeAsync(lane, rows, await ExecuteAsync(lane, rows).ConfigureAwait(false)).ConfigureAwait(false);
    }

    /// <summary>The rows of a statement are about to be sent.</summary>
    public void Begin(BulkPlan plan, ReadOnlyMemory<BulkRow> rows)
    {
        session.Delivery.Begin();
        Current = (plan, rows);
    }

    /// <summary>Checks and takes what became of the rows of a statement.</summary>
    /// <returns>False if the statement was undone and its rows must be sent again.</returns>
    public async ValueTask<bool> TakeAsync(Lane lane, ReadOnlyMemory<BulkRow> rows, StatementOutcome outcome)
    {
        BulkPlan plan = lane.Plan;
        Last = new(plan, rows, outcome);
        if (!request.Operation.HasTable)
        {
            Count(plan, outcome);
            return true;
        }

        if (lane.Form.IsMissing)
        {
            if (lane.IsCounted)
                Tally.AddMissing(plan, outcome.Affected);
            return true;
        }

        if (plan.Table.MatchesSeveral)
            return true;
        _missing = null;
        await CheckMatchedAsync(lane, rows, outcome).ConfigureAwait(false);
        if (!await _keys.TakeAsync(lane, rows, outcome).ConfigureAwait(false))
            return false;
        await Generated.ReadAsync(plan, Connections, names, rows, outcome, io, token).ConfigureAwait(false);
        long missing = !_options.IgnoreMissing ? 0 : _missing ?? rows.Length - outcome.Affected;
        bool areCompared = plan.WritesChangesOnly || plan.Condition is not null;
        Tally.Leave(lane, missing, areCompared ? rows.Length - missing - outcome.Affected : 0);
        return true;
    }

    // If the server refuses the statement, the row at fault is searched for.
    private async ValueTask<StatementOutcome> ExecuteAsync(Lane lane, ReadOnlyMemory<BulkRow> rows)
    {
        _keys.Save(lane.Plan);
        if (lane.Strategy.SendsSeveral && Transaction.CanUndo)
            Transaction.Save(RowsSavepoint);
        try
        {
            return await lane.Strategy.SendAsync(io, token).ConfigureAwait(false);
        }
        catch (FailedBatchException batch)
        {
            throw !lanes.HasMetUnseen(batch.Error) && FailingRow.CanSearch(batch.Error, _options, Transaction)
                ? await OrFirstAsync(batch.Error, () => SearchAsync(batch.Error, lane, batch.Rows)).ConfigureAwait(false)
                : batch.Error;
        }
        catch (DbException exception) when (!lanes.HasMetUnseen(exception) && FailingRow.CanSearch(exception, _options, Transaction))
        {
            throw await OrFirstAsync(exception, () => lane.Strategy.SendsSeveral ? LocateAsync(exception, lane, rows) : SearchAsync(exception, lane, rows)).ConfigureAwait(false);
        }
    }

    private void Count(BulkPlan plan, StatementOutcome outcome)
    {
        Affected += outcome.Affected;
        if (plan.ReturnsAffected)
            _affectedRows.Add(outcome.Rows?.Affected ?? [(int)outcome.Affected]);
    }

    // Every row was there, and each only once.
    private async ValueTask CheckMatchedAsync(Lane lane, ReadOnlyMemory<BulkRow> rows, StatementOutcome outcome)
    {
        BulkPlan plan = lane.Plan;
        if (outcome.Affected != rows.Length && await request.Operation.MissedAsync(this, plan, rows, outcome.Affected).ConfigureAwait(false) is { } missed)
            throw missed;
        if (_options.CheckDuplicates && lane.IsCounted && request.Operation.HidesRepeatedKeys && StoredKeys.AreNeeded(plan, rows.Length, request.Rows.Count))
            await _storedKeys.AddAsync(plan, Connections, names, rows, io, token).ConfigureAwait(false);
    }

    // A driver that has lost its way sends nothing more. The first failure is the one to report.
    private static async ValueTask<Exception> OrFirstAsync(Exception failure, Func<ValueTask<Exception>> search)
    {
        try
        {
            return await search().ConfigureAwait(false);
        }
        catch (InvalidOperationException)
        {
            return failure;
        }
    }

    // A search sends rows that have to be rolled back again.
    private async ValueTask<Exception> SearchAsync(Exception failure, Lane lane, ReadOnlyMemory<BulkRow> rows)
    {
        if (rows.Length > 1 && await TableEngine.KeepsRowsAsync(lane.Plan, session, io).ConfigureAwait(false) == true)
            return failure;
        IBulkStrategy alone = BulkStrategies.CreateAlone(lane.Plan, Connections, names) ?? lane.Strategy;
        try
        {
            return await FailingRow.FindAsync(failure, (lane.Strategy, alone), rows, session, Transaction, io, token).ConfigureAwait(false);
        }
        finally
        {
            if (alone != lane.Strategy)
                await alone.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    private async ValueTask<Exception> LocateAsync(Exception failure, Lane lane, ReadOnlyMemory<BulkRow> rows)
    {
        if (!Transaction.CanUndo)
            return failure;
        await Transaction.ReturnToAsync(RowsSavepoint, io).ConfigureAwait(false);
        return await lane.Strategy.LocateAsync(rows, io, token).ConfigureAwait(false) is { } found && ServerError.IsOfTheData(found) ? found : failure;
    }
}
