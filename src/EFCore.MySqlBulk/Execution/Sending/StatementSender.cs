using System.Collections.Frozen;
using System.Data.Common;
using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Rules;
using EFCore.MySqlBulk.Execution.Rejecting;
using EFCore.MySqlBulk.Execution.ServerValues;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;

namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>Sends a group's rows statement by statement, and checks each outcome: affected rows, warnings, keys.</summary>
internal sealed class StatementSender(
    BulkRequest request, ContextSession session, QuotedNames names, RowGroups groups, GeneratedKeys keys, IOBehavior io, CancellationToken token)
{
    private const string RowsSavepoint = "mysqlbulk_rows";
    private readonly ResolvedOptions _options = request.Options;
    private readonly StoredKeys _storedKeys = new();
    private readonly StatementKeys _keys = new(request, session, names, groups, keys, io, token);
    private readonly List<int[]> _affectedByRow = [];
    private MissedRows? _missed;

    /// <summary>Counts the rows.</summary>
    public required RowTally Tally { get; init; }

    /// <summary>Takes refused rows; <see langword="null" /> if one fails the call.</summary>
    public Rejections? Rejections { get; init; }

    /// <summary>Entities whose rows do not exist, or were set aside.</summary>
    public IReadOnlySet<object> PassedOver => (_missed?.PassedOver, Rejections) switch
    {
        (null, null) => FrozenSet<object>.Empty,
        ({ } missed, null) => missed,
        (null, { } rejections) => rejections.Items,
        var (missed, rejections) => missed.Union(rejections.Items).ToHashSet(ReferenceEqualityComparer.Instance),
    };

    /// <summary>The values that entities hold during the call.</summary>
    public required PropagatedValues Propagated { get; init; }

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
    public (StatementRules Rules, BulkPlan Plan, ReadOnlyMemory<BulkRow> Rows)? Current { get; private set; }

    /// <summary>The rows sent last, and their outcome.</summary>
    public SentRows? Last { get; private set; }

    /// <summary>The number of accepted rows of the current statement that <see cref="Tally" /> does not include yet.</summary>
    public long TakenOfStatement => request.Traits.HasTable ? session.StatementProgress.Affected : Current?.Rows.Length ?? 0;

    /// <summary>The number of rows that the statements of <c>BulkExecute</c> affected.</summary>
    public long Affected { get; private set; }

    /// <summary>The number of rows that each execution affected, if requested.</summary>
    public IEnumerable<int[]> AffectedByRow => _affectedByRow;

    /// <summary>Whether the group's rows are one statement that never needs a rollback: a single row, or an insert whose keys need no verification.</summary>
    public bool IsOneStatement(RowGroup group)
        => group.Plan.WritesNothing
        || (Rejections is null && !group.Plan.Choice.Pipelined
            && (group.Count == 1 || group.Plan.InsertsRows)
            && !MustProve(group.Plan) && group.Strategy.Fill(group.Rows) == group.Count && !group.Strategy.SendsSeveral
            && (group.Count == 1 || !group.Plan.CountsKeys || group.Strategy.CountsKeys)
            && !Generated.AreWanted(group, group.Rows.Span));

    /// <summary>Sends all waiting rows of a group.</summary>
    public async ValueTask SendAsync(RowGroup group)
    {
        if (group.Plan.WritesNothing)
        {
            if (group.IsCounted)
                Tally.AddUnchanged(group.Count);
            return;
        }

        for (int from = 0; from < group.Count;)
        {
            token.ThrowIfCancellationRequested();
            from += await SendNextAsync(group, group.Rows[from..]).ConfigureAwait(false);
        }
    }

    /// <summary>Sends the next statements of a group.</summary>
    /// <param name="group">The group.</param>
    /// <param name="rest">Its rows that were not sent yet.</param>
    /// <returns>How many of them were stored or set aside; 0 if they have to be sent again.</returns>
    public async ValueTask<int> SendNextAsync(RowGroup group, ReadOnlyMemory<BulkRow> rest)
    {
        int most = await _keys.PrepareAsync(group).ConfigureAwait(false);
        int taken = group.Strategy.Fill(rest.Length > most ? rest[..most] : rest);
        return await SendStatementAsync(group, rest[..taken]).ConfigureAwait(false) ? taken : 0;
    }

    /// <summary>Checks and records rows that were stored although others were refused.</summary>
    /// <param name="group">Their group.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="outcome">Their outcome.</param>
    /// <param name="how">How they were sent.</param>
    /// <returns>False if they were rolled back and have to be sent again.</returns>
    public async ValueTask<bool> TakeStoredAsync(RowGroup group, ReadOnlyMemory<BulkRow> rows, StatementOutcome outcome, SentHow how)
    {
        rows = Rejections?.SetAside(rows, outcome.Refused) ?? rows;
        Current = (group.Rules, group.Plan, rows);
        if (rows.Length > 0 && !await TakeAsync(group, rows, outcome, how).ConfigureAwait(false))
            return false;
        session.StatementProgress.Begin();
        Tally.Add(group, rows.Length);
        return true;
    }

    /// <summary>Takes refused rows back.</summary>
    /// <param name="savepoint">The savepoint before them.</param>
    public ValueTask TakeBackAsync(string savepoint)
    {
        _keys.LastIsUnknown();
        return Transaction.ReturnToAsync(savepoint, io);
    }

    /// <summary>Whether the next statement of a plan has to verify the computed keys of its table.</summary>
    public bool MustProve(BulkPlan plan) => _keys.MustProve(plan);

    private Connections Connections => groups.Connections;

    // Created with the first statement, when the connections are known.
    private MissedRows Missed => _missed ??= new(request, session, names, Connections, Transaction, io, token);

    /// <summary>Verifies the sent rows before the commit.</summary>
    public ValueTask CompleteAsync() => _keys.CountAsync();

    // Returns false if the statement was rolled back and its rows must be sent again.
    private async ValueTask<bool> SendStatementAsync(RowGroup group, ReadOnlyMemory<BulkRow> rows)
    {
        Begin(group, rows);
        try
        {
            StatementOutcome outcome = await ExecuteAsync(group, rows).ConfigureAwait(false);
            return await TakeStoredAsync(group, rows, await _keys.FindAsync(group.Plan, rows, outcome).ConfigureAwait(false), outcome.Refused is null ? SentHow.Together : SentHow.BeforeRefused).ConfigureAwait(false);
        }
        catch (DoubtfulLoadException doubt)
        {
            await Transaction.ReturnToAsync(RowsSavepoint, io).ConfigureAwait(false);
            groups.GoWithoutLoadData(group, doubt.Message);
            return false;
        }
    }

    /// <summary>The rows of a statement are about to be sent.</summary>
    public void Begin(RowGroup group, ReadOnlyMemory<BulkRow> rows)
    {
        session.StatementProgress.Begin();
        Current = (group.Rules, group.Plan, rows);
    }

    /// <summary>Checks and records the outcome of a statement's rows, or of rows that were sent one by one.</summary>
    /// <returns>False if the statement was rolled back and its rows must be sent again.</returns>
    public async ValueTask<bool> TakeAsync(RowGroup group, ReadOnlyMemory<BulkRow> rows, StatementOutcome outcome, SentHow how = SentHow.Together)
    {
        BulkPlan plan = group.Plan;
        Last = new(group.Rules, plan, rows, outcome);
        if (!request.Traits.HasTable)
        {
            Count(plan, outcome);
            return true;
        }

        if (group.Shape.IsOrphan)
        {
            if (group.IsCounted)
                Tally.AddOrphans(plan, outcome.Affected);
            return true;
        }

        if (plan.Table.MatchesSeveral)
            return true;
        Missed.Forget();
        await CheckMatchedAsync(group, rows, outcome).ConfigureAwait(false);
        if (!await _keys.TakeAsync(group, rows, outcome, how).ConfigureAwait(false))
            return false;
        await Generated.ReadAsync(group, Connections, names, rows, outcome, io, token).ConfigureAwait(false);
        if (group.IsCounted)
            Tally.Changes?.Add(rows.Span, plan.InsertsRows);
        long missing = !_options.IgnoresNotFound ? 0 : Missed.Absent ?? rows.Length - outcome.Affected;
        bool areCompared = plan.WritesChangesOnly || plan.Condition is not null;
        Tally.Leave(group, missing, areCompared ? rows.Length - missing - outcome.Affected : 0);
        return true;
    }

    // If the server refuses the statement, the row at fault is searched for.
    private async ValueTask<StatementOutcome> ExecuteAsync(RowGroup group, ReadOnlyMemory<BulkRow> rows)
    {
        _keys.Save(group.Plan);
        if (group.Strategy.SendsSeveral && Transaction.CanRollBack)
            Transaction.Save(RowsSavepoint);
        try
        {
            return await group.Strategy.SendAsync(io, token).ConfigureAwait(false);
        }
        catch (FailedBatchException batch) when (Rejections is null)
        {
            throw !groups.HasMetUnseen(batch.Error) && FailingRow.CanSearch(batch.Error, _options, Transaction)
                ? await OrFirstAsync(batch.Error, () => SearchAsync(batch.Error, group, batch.Rows)).ConfigureAwait(false)
                : batch.Error;
        }
        catch (DbException exception) when (Rejections is null && !groups.HasMetUnseen(exception) && FailingRow.CanSearch(exception, _options, Transaction))
        {
            throw await OrFirstAsync(exception, () => group.Strategy.SendsSeveral ? LocateAsync(exception, group, rows) : SearchAsync(exception, group, rows)).ConfigureAwait(false);
        }
    }

    private void Count(BulkPlan plan, StatementOutcome outcome)
    {
        Affected += outcome.Affected;
        if (plan.ReturnsAffected)
            _affectedByRow.Add(outcome.Rows?.Affected ?? [(int)outcome.Affected]);
    }

    // Every row existed, and each was given once.
    private async ValueTask CheckMatchedAsync(RowGroup group, ReadOnlyMemory<BulkRow> rows, StatementOutcome outcome)
    {
        BulkPlan plan = group.Plan;
        if (outcome.Affected != rows.Length && await group.Rules.MissedAsync(Missed, plan, rows, outcome.Affected).ConfigureAwait(false) is { } missed)
            throw missed;
        if (_options.CheckDuplicates && group.IsCounted && request.Traits.HidesRepeatedKeys && StoredKeys.AreNeeded(plan, rows.Length, request.Rows.Count))
            await _storedKeys.AddAsync(plan, Connections, names, rows, io, token).ConfigureAwait(false);
    }

    // A driver whose connection failed sends nothing more, so the first failure is reported.
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

    // The search sends rows that must be rolled back.
    private async ValueTask<Exception> SearchAsync(Exception failure, RowGroup group, ReadOnlyMemory<BulkRow> rows)
    {
        if (rows.Length > 1 && await TableEngine.LeavesRowsAsync(group.Plan, session, io).ConfigureAwait(false))
            return failure;
        IBulkStrategy alone = BulkStrategies.CreateAlone(group.Plan, Connections, names) ?? group.Strategy;
        try
        {
            return await FailingRow.FindAsync(failure, (group.Strategy, alone), rows, session, Transaction, io, token).ConfigureAwait(false);
        }
        finally
        {
            if (alone != group.Strategy)
                await alone.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    private async ValueTask<Exception> LocateAsync(Exception failure, RowGroup group, ReadOnlyMemory<BulkRow> rows)
    {
        if (!Transaction.CanRollBack)
            return failure;
        await Transaction.ReturnToAsync(RowsSavepoint, io).ConfigureAwait(false);
        return await group.Strategy.LocateAsync(rows, io, token).ConfigureAwait(false) is { } found && ServerError.IsOfTheData(found) ? found : failure;
    }
}
