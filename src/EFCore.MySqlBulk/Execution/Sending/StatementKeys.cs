using System.Data.Common;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.ServerValues;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Session.Transactions;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;
using EFCore.MySqlBulk.Strategies.Lookups;

namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>The generated keys of a call's statements: verified with a table's first statement, counted for all others, and written to the entities.</summary>
internal sealed class StatementKeys(
    BulkRequest request, ContextSession session, QuotedNames names, RowGroups groups, GeneratedKeys keys, IOBehavior io, CancellationToken token)
{
    private const string Savepoint = "mysqlbulk_keys";
    private readonly LoadedKeys _loaded = new(session, names, io, token);
    private readonly List<KeyRange> _uncounted = [];
    private readonly Dictionary<(TableMap Table, IQueryConnection Holder), KeyRange> _highest = [];
    // The computed keys of the statement sent last.
    private KeyRange _last;
    private bool _isCounted;

    public IBulkTransaction Transaction { get; set; } = null!;

    private Connections Connections => groups.Connections;

    /// <summary>Whether the next statement of a plan has to verify the computed keys of its table.</summary>
    public bool MustProve(BulkPlan plan) => plan.CountsKeys && !KeyVerification.Of(plan).IsVerified;

    /// <summary>Prepares for a statement, and returns the maximum number of its rows.</summary>
    public async ValueTask<int> PrepareAsync(RowGroup group)
    {
        // Without a transaction, a proxy may send a later query to another session. The key of a single row is in the answer to its own statement.
        if (group.Plan.CountsKeys && Transaction.Kind == TransactionKind.None && !session.Settings.AllowsBatch)
            return 1;
        if (!MustProve(group.Plan))
            return int.MaxValue;
        KeyVerification verification = KeyVerification.Of(group.Plan);
        await verification.LearnEngineAsync(group.Plan.Table, session, io, token).ConfigureAwait(false);
        if (verification.Uncertainty == KeyUncertainty.Engine)
        {
            groups.GoRowByRow(group, KeyUncertainty.Engine);
            return int.MaxValue;
        }

        // Keys are verified with a single statement, not a flight. If nothing can be rolled back, the first statement has one row, whose key the server reports.
        return Transaction.CanRollBack || _isCounted ? group.Plan.Limits.MaxRows : 1;
    }

    /// <summary>Sets the savepoint for a rollback if a statement's keys turn out to be wrong.</summary>
    public void Save(BulkPlan plan)
    {
        if (MustProve(plan) && Transaction.CanRollBack)
            Transaction.Save(Savepoint);
        if (LoadedKeys.AreOf(plan))
            _loaded.Begin(plan);
    }

    /// <summary>Finds the keys of a statement's rows, if its answer does not report them.</summary>
    /// <exception cref="DoubtfulLoadException">They cannot be told from those of others.</exception>
    public async ValueTask<StatementOutcome> FindAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, StatementOutcome outcome)
        => LoadedKeys.AreOf(plan) ? await _loaded.FindAsync(plan, rows.Length, Connections.Holder, await HintAsync(plan.Table).ConfigureAwait(false)).ConfigureAwait(false) : outcome;

    /// <summary>A statement was refused: the session's last generated key may be one of its rows.</summary>
    public void LastIsUnknown() => _last = default;

    /// <summary>Records the keys of a statement's rows.</summary>
    /// <param name="group">Their group.</param>
    /// <param name="rows">The rows.</param>
    /// <param name="outcome">Their outcome.</param>
    /// <param name="how">How they were sent.</param>
    /// <returns>False if the statement was rolled back and its rows have to be sent again.</returns>
    public async ValueTask<bool> TakeAsync(RowGroup group, ReadOnlyMemory<BulkRow> rows, StatementOutcome outcome, SentHow how)
    {
        BulkPlan plan = group.Plan;
        _last = default;
        if (!plan.ReturnsKeys)
            return true;
        if (!CounterCheck.HasKeys(plan, outcome))
            throw await CounterCheck.ErrorAsync(plan, names, Transaction, Connections.HoldersOf(rows)[0].Holder, io, token).ConfigureAwait(false);
        if (plan.Choice.Strategy.SendsRowsAlone() && outcome.Rows is { } told && told.Keys.Contains(0))
            throw Unknown(plan);
        if (how != SentHow.Alone && MustProve(plan))
        {
            if (!Transaction.CanRollBack && !_isCounted)
                LearnWhoSet(group, outcome);
            else if (!await ProveAsync(plan, rows, outcome).ConfigureAwait(false))
                return await TakeBackAsync(group).ConfigureAwait(false);
        }
        else if (outcome.KeysHaveGaps && plan.CountsKeys)
        {
            // Counting shows nothing: a trigger's keys leave gaps too.
            if (!await ProveAsync(plan, rows, outcome).ConfigureAwait(false))
                throw new DoubtfulLoadException("its rows do not have the keys that the server generated, as if a trigger had set them");
        }
        else if (how != SentHow.Alone && plan.CountsKeys)
        {
            await ExpectAsync(plan, rows, outcome, isLast: how == SentHow.Together).ConfigureAwait(false);
        }

        if (outcome.Rows is { } each)
            keys.Add(plan.Table, rows.Span, each.Keys);
        else
            keys.Add(plan.Table, rows.Span, outcome.FirstGeneratedKey, plan.Session.AutoIncrementIncrement);
        return true;
    }

    /// <summary>Counts the rows that have the computed keys of all statements so far.</summary>
    public async ValueTask CountAsync()
    {
        foreach (IGrouping<(TableMap Table, IQueryConnection Holder), KeyRange> group in _uncounted.GroupBy(range => (range.Table, range.Holder)).ToArray())
        {
            TableMap table = group.Key.Table;
            string hint = await HintAsync(table).ConfigureAwait(false);
            string text = KeyCountStatement.Text(table, names, hint, group.Select(range => (range.First, range.Last, range.Step)));
            (long found, string last) = (await group.Key.Holder.QueryAsync(text, Read, io, token).ConfigureAwait(false))[0];
            // MariaDB returns NULL, and no error, for a subquery that KILL QUERY has interrupted.
            if (found < 0)
                throw Interrupted(table);
            // If a trigger has set all keys of a statement, the server has counted none.
            if (found < group.Sum(range => range.RowCount) || (_last.Table == table && _last.Holder == group.Key.Holder && !_last.Holds(last)))
                throw Refuted(table);
        }

        _uncounted.Clear();

        static (long Found, string Last) Read(DbDataReader reader) => (reader.IsDBNull(0) ? -1 : ResultReader.Integer(reader), reader.GetString(1));
    }

    // A bulk load soon makes the table much larger than the server's statistics say.
    private async ValueTask<string> HintAsync(TableMap table)
    {
        CallFacts call = groups.Call;
        if (call.RowCount is null or >= Thresholds.PreparedFromRows)
            await StoredIndexReader.LearnAsync(table, (call.Server, call.Session), names, session, io, token).ConfigureAwait(false);
        return IndexHint.ForRange(table, call.Server, call.Session, table.AutoIncrement!, names);
    }

    private ValueTask<bool> ProveAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, StatementOutcome outcome)
        => KeyVerification.Of(plan).CheckAsync(plan, Connections.HoldersOf(rows)[0].Holder, names, rows, outcome, io, token);

    // The key of a single row is right whoever set it. If the server has not counted it, a trigger set it. A statement that is not counted shows
    // nothing, so the next one has a single row too.
    private void LearnWhoSet(RowGroup group, StatementOutcome outcome)
    {
        _isCounted = outcome.RowsWithKeys > 0;
        if (outcome.RowsWithKeys != 0)
            return;
        KeyVerification.Of(group.Plan).Refute();
        Log.KeysSetByTrigger(session.Logger, request.Subject);
        if (request.Options.Strategy is not null)
            throw Stored(group.Plan.Table);
        groups.GoRowByRow(group, KeyUncertainty.Trigger);
    }

    private async ValueTask<bool> TakeBackAsync(RowGroup group)
    {
        Log.KeysSetByTrigger(session.Logger, request.Subject);
        if (!Transaction.CanRollBack)
            throw Stored(group.Plan.Table);
        if (request.Options.Strategy is not null)
            throw Unknown(group.Plan);
        await Transaction.ReturnToAsync(Savepoint, io).ConfigureAwait(false);
        groups.GoRowByRow(group, KeyUncertainty.Trigger);
        return false;
    }

    private async ValueTask ExpectAsync(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, StatementOutcome outcome, bool isLast)
    {
        // For a single row, the answer contains the key, even if a trigger set it.
        if (outcome.Rows is null && rows.Length == 1)
            return;
        if (outcome.RowsWithKeys is { } counted)
        {
            if (counted < rows.Length)
                throw Refuted(plan.Table);
            return;
        }

        int step = plan.Session.AutoIncrementIncrement;
        foreach (RowsByConnection held in Connections.HoldersOf(rows))
            Expect(plan.Table, held, position => outcome.KeyAt(position, step), step);
        if (!isLast)
            _last = default;

        if (_uncounted.Count >= Thresholds.KeyRangesToCount)
            await CountAsync().ConfigureAwait(false);
    }

    // Consecutive keys form one range.
    private void Expect(TableMap table, in RowsByConnection held, Func<int, long> keyAt, int step)
    {
        IQueryConnection heldBy = held.Holder;
        long first = keyAt(held.PositionOf(0));
        (long from, long last) = (first, first);
        for (int i = 1; i < held.Rows.Length; i++)
        {
            long key = keyAt(held.PositionOf(i));
            if (key != last + step)
            {
                Expect(Range(from));
                from = key;
            }

            last = key;
        }

        Expect(Range(from));
        _last = Range(first);

        KeyRange Range(long start) => new(table, heldBy, start, ((last - start) / step) + 1, step);
    }

    private void Expect(in KeyRange range)
    {
        // A session's keys ascend. If a trigger has set those of one statement, the next one's rows may have the keys that were computed for it, and would be counted twice.
        if (_highest.TryGetValue((range.Table, range.Holder), out KeyRange before) && !before.IsBelow(range.First))
            throw Refuted(range.Table);
        _highest[(range.Table, range.Holder)] = range;
        if (_uncounted is [.., var last] && last.IsFollowedBy(range))
            _uncounted[^1] = last with { RowCount = last.RowCount + range.RowCount };
        else
            _uncounted.Add(range);
    }

    private Exception Refuted(TableMap table)
    {
        KeyVerification.Of(table, groups.Call.Server, groups.Call.Session).Refute();
        Log.KeysSetByTrigger(session.Logger, request.Subject);
        return !Transaction.CanRollBack ? Stored(table)
            : request.Rows.CanRepeat && request.Options.Strategy is null ? new KeysByTriggerException()
            : Unknown(table);
    }

    private static InvalidOperationException Unknown(BulkPlan plan) => Unknown(plan.Table);

    private static InvalidOperationException Unknown(TableMap table)
        => new(
            $"A trigger sets the keys of '{table.DisplayName}', so the keys of several rows in one statement are not known. "
            + "Set BulkInsertOptions.HasTrigger, or ReturnKeys = false, or assign the keys yourself.");

    private Exception Interrupted(TableMap table) => token.IsCancellationRequested
        ? new OperationCanceledException(token)
        : new BulkOperationException($"The query that counts the generated keys of '{table.DisplayName}' was interrupted by KILL QUERY. Send the rows again.")
        {
            ErrorNumber = ServerError.QueryInterrupted,
            IsTransient = true,
        };

    private BulkOperationException Stored(TableMap table)
    {
        keys.Forget();
        return new(
            $"A trigger sets keys of '{table.DisplayName}', and nothing can be rolled back: the rows sent so far are stored, unless a transaction around the call is rolled back, "
            + "and their keys are not known. Do not send them again; set BulkInsertOptions.HasTrigger for the rows that follow.");
    }
}
