using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Rejecting;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Sql;
using EFCore.MySqlBulk.Strategies;
using EFCore.MySqlBulk.Strategies.Cuts;

namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>Sends the rows of groups in their order, and sets those aside that the server or the model refuses. A refused statement is taken back to its savepoint, with what was in flight behind it. Where rows go in flights of statements of several rows, those that do not fit the model's columns go each in one of its own, and the next ones behind another refused one are cut into short statements that show which is bad.
/// Elsewhere the rows of the refused statement are sent one by one, and the rest together again; if that is refused at once, more and more rows are sent one by one.</summary>
/// <param name="sender">Sends them.</param>
/// <param name="rejections">Takes the refused rows.</param>
/// <param name="groups">The groups.</param>
/// <param name="session">The context's session.</param>
/// <param name="names">Quotes identifiers.</param>
/// <param name="io">The mode.</param>
/// <param name="token">Cancels.</param>
internal sealed class RowSifter(StatementSender sender, Rejections rejections, RowGroups groups, ContextSession session, QuotedNames names, IOBehavior io, CancellationToken token)
{
    private const string Savepoint = "mysqlbulk_sift";

    // More than the statements that can be in flight, each of which has one.
    private const int SavepointsInFlight = 2 * MostInFlight;

    // The statements in flight, savepoints included: what is behind a refused one is run in vain.
    private const int MostInFlight = 32;
    private const int FewestInFlight = 4;

    // How many times the rows of a refused statement are sent one by one at most, where statements are refused one after the other.
    private const int MostTimes = 64;

    private readonly Dictionary<RowGroup, IBulkStrategy> _alone = [];
    private readonly Dictionary<BulkPlan, Cutting> _cuts = new(ReferenceEqualityComparer.Instance);
    private string[]? _savepoints;

    // The rows that were accepted before the refused one, but taken back with it.
    private int _accepted;

    // The rows behind them that may be refused.
    private int _suspect;
    private int _together = int.MaxValue;
    private int _times = 1;
    private int _inFlight = MostInFlight;
    private bool _wasAlone;

    /// <summary>Sends all waiting rows of a group.</summary>
    /// <exception cref="InvalidOperationException">Its statements cannot be taken back.</exception>
    public async ValueTask SendAsync(RowGroup group)
    {
        if (group.Plan.WritesNothing)
        {
            await sender.SendAsync(group).ConfigureAwait(false);
            return;
        }

        IBulkStrategy alone = await AloneAsync(group).ConfigureAwait(false);
        for (int from = 0; from < group.Count;)
        {
            token.ThrowIfCancellationRequested();
            ReadOnlyMemory<BulkRow> rest = group.Rows[from..];
            from += _accepted > 0 ? await SendTogetherAsync(group, rest).ConfigureAwait(false)
                : _suspect > 0 ? await SendAloneAsync(alone, group, rest[..Math.Min(_suspect, rest.Length)]).ConfigureAwait(false)
                : CutOf(group) is { Rows: { } rows, Rule: { Next: { } next } rule } ? await SendCutAsync(rows, rule, next, group, rest).ConfigureAwait(false)
                : await SendTogetherAsync(group, rest).ConfigureAwait(false);
        }

        rejections.TellOfStream();
    }

    public async ValueTask DisposeAsync()
    {
        foreach (IBulkStrategy alone in _alone.Values)
            await alone.DisposeAsync(io).ConfigureAwait(false);
        foreach (Cutting cutting in _cuts.Values)
            cutting.Rows?.Dispose();
    }

    // Returns how many rows were stored or set aside.
    private async ValueTask<int> SendTogetherAsync(RowGroup group, ReadOnlyMemory<BulkRow> rows)
    {
        try
        {
            Save(group);
            int taken = await sender.SendNextAsync(group, rows[..Math.Min(_accepted > 0 ? _accepted : _together, rows.Length)]).ConfigureAwait(false);
            _accepted = Math.Max(0, _accepted - taken);
            CutOf(group).Rule.Accepted(taken);
            if (taken > 0 && _suspect == 0)
                (_together, _inFlight, _wasAlone) = ((int)Math.Min(int.MaxValue, _together * 2L), Math.Min(MostInFlight, _inFlight * 2), false);
            return taken;
        }
        catch (FailedBatchException refused) when (refused.Accepted is not null && IsRefusal(refused.Error))
        {
            await sender.TakeBackAsync(NameOf(refused.Savepoint)).ConfigureAwait(false);
            if (refused.Offset > 0 && !await sender.TakeStoredAsync(group, rows[..refused.Offset], refused.Accepted.Value, SentHow.BeforeRefused).ConfigureAwait(false))
                return 0;
            _accepted = 0;
            if (!sender.MustProve(group.Plan) && CutOf(group) is { Rows: not null, Rule: { } rule })
            {
                rule.Accepted(refused.Offset);
                rule.Refused(refused.Rows.Length, Named(group, refused.Error, refused.Rows.Span));
                _suspect = rule.Alone;
            }
            else
            {
                (_suspect, _inFlight) = (refused.Rows.Length * Times(refused.Offset), FewestInFlight);
            }

            return refused.Offset;
        }
        catch (Exception exception) when (Find(exception, rows) is { Count: > 0 } refused)
        {
            await sender.TakeBackAsync(Savepoint).ConfigureAwait(false);
            (_accepted, _suspect, _together) = (refused.Offset, refused.Count * Times(refused.Offset), refused.Count);
            return 0;
        }
        catch (FailedBatchException other)
        {
            // No row is at fault.
            throw other.Error;
        }
    }

    // Returns how many rows were stored or set aside.
    private async ValueTask<int> SendCutAsync(CutRows cuts, CutRule rule, RowCut cut, RowGroup group, ReadOnlyMemory<BulkRow> rest)
    {
        long started = Stopwatch.GetTimestamp();
        cut = cut.Within(rest.Length);
        sender.Begin(group, rest);
        CutOutcome outcome = await cuts.SendAsync(rest, cut, sender.Transaction.StatementToSave(Savepoint), io, token).ConfigureAwait(false);
        if (outcome.Next is { Error: DbException error } && !IsRefusal(error))
            throw error;
        if (outcome.Next is { AreFirst: true })
            await sender.TakeBackAsync(Savepoint).ConfigureAwait(false);
        foreach ((BulkRow row, Exception why) in outcome.Refused)
            rejections.Add(row, why);
        if (outcome.Stored.Length > 0)
            await sender.TakeStoredAsync(group, outcome.Stored, outcome.Outcome, SentHow.BeforeRefused).ConfigureAwait(false);
        rule.Sent(outcome.Tried, Stopwatch.GetElapsedTime(started));
        if (outcome.Next is { } next)
            rule.Refused(next.Rows, next.AreFirst ? null : Named(group, next.Error, rest.Span.Slice(outcome.Tried, next.Rows)));
        _suspect = rule.Alone;
        return outcome.Tried;
    }

    // In a join with a list the number is not that of a row of the list.
    private static int? Named(RowGroup group, Exception error, ReadOnlySpan<BulkRow> rows) => group.Plan.InsertsRows || error is RowValueException ? NamedRow.PositionOf(error, rows) : null;

    private Cutting CutOf(RowGroup group)
    {
        // A group whose keys turn out to be set by a trigger gets another plan.
        if (!_cuts.TryGetValue(group.Plan, out Cutting? cutting))
            cutting = _cuts[group.Plan] = new(CutRows.Of(group.Plan, groups.Connections, names), new(), RowFit.Of(group.Plan));
        return cutting;
    }

    // One before each statement in flight, or one before all.
    private void Save(RowGroup group)
    {
        sender.Transaction.Save(Savepoint);
        if (group.Strategy is not PipelinedStrategy flight)
            return;
        flight.Savepoints ??= _savepoints ??= [.. Enumerable.Range(0, SavepointsInFlight).Select(number => sender.Transaction.StatementToSave(NameOf(number)))];
        flight.MostInFlight = _inFlight;
        flight.GoesAlone = CutOf(group).Fit is { } fit && !sender.MustProve(group.Plan) ? fit.IsDoubtful : null;
    }

    private static string NameOf(int savepoint) => $"{Savepoint}_{savepoint}";

    // How many times the rows of a refused statement are sent one by one: more, if the rows behind the last ones that were are refused at once.
    private int Times(int accepted) => _times = accepted == 0 && _wasAlone ? Math.Min(_times * 2, MostTimes) : 1;

    private async ValueTask<IBulkStrategy> AloneAsync(RowGroup group)
    {
        if (!_alone.TryGetValue(group, out IBulkStrategy? alone))
        {
            if (!sender.Transaction.CanRollBack)
                throw new InvalidOperationException("Rejected takes refused statements back, which needs a transaction with savepoints: not an ambient one, and not AutoTransactionBehavior.Never or AutoSavepointsEnabled = false.");
            if (await TableEngine.LeavesRowsAsync(group.Plan, session, io).ConfigureAwait(false))
                throw new InvalidOperationException($"Rejected takes refused statements back, which the storage engine of '{group.Plan.Table.DisplayName}' cannot do.");
            alone = _alone[group] = BulkStrategies.CreateEach(group.Plan, groups.Connections, names);
        }

        return alone;
    }

    private async ValueTask<int> SendAloneAsync(IBulkStrategy alone, RowGroup group, ReadOnlyMemory<BulkRow> rows)
    {
        (_suspect, _wasAlone) = (0, true);
        long started = Stopwatch.GetTimestamp();
        int refused = rows.Length;
        for (int from = 0; from < rows.Length;)
        {
            token.ThrowIfCancellationRequested();
            ReadOnlyMemory<BulkRow> rest = rows[from..];
            sender.Begin(group, rest);
            (int tried, BulkRow[] stored, StatementOutcome outcome) = alone is ArrayBatchStrategy batch
                ? await SendInFlightAsync(batch, rest).ConfigureAwait(false)
                : await SendOneAsync(alone, group.Plan, rest[..1]).ConfigureAwait(false);
            from += tried;
            refused -= stored.Length;
            if (stored.Length > 0)
                await sender.TakeStoredAsync(group, stored, outcome, SentHow.Alone).ConfigureAwait(false);
        }

        CutOf(group).Rule.SentAlone(rows.Length, refused, Stopwatch.GetElapsedTime(started));
        return rows.Length;
    }

    private async ValueTask<(int Tried, BulkRow[] Stored, StatementOutcome Outcome)> SendInFlightAsync(ArrayBatchStrategy batch, ReadOnlyMemory<BulkRow> rows)
    {
        int tried = batch.Fill(rows);
        (BulkRow[] stored, StatementOutcome outcome) = await batch.SendEachAsync((row, error) => rejections.Add(row, error), io, token).ConfigureAwait(false);
        return (tried, stored, outcome);
    }

    private async ValueTask<(int Tried, BulkRow[] Stored, StatementOutcome Outcome)> SendOneAsync(IBulkStrategy strategy, BulkPlan plan, ReadOnlyMemory<BulkRow> row)
    {
        try
        {
            strategy.Fill(row);
            StatementOutcome outcome = await strategy.SendAsync(io, token).ConfigureAwait(false);
            return (1, [row.Span[0]], plan.ReturnsKeys ? outcome with { Rows = new([outcome.FirstGeneratedKey], []) } : outcome);
        }
        catch (Exception exception) when (exception is RowValueException || IsRefusal(exception))
        {
            rejections.Add(row.Span[0], exception);
            return (1, [], default);
        }
    }

    // The rows of the refused statement; none if the failure is not one of a row's values.
    private (int Offset, int Count)? Find(Exception exception, ReadOnlyMemory<BulkRow> rows) => exception switch
    {
        RowValueException { Row: { } row } => (NamedRow.OffsetOf(row, rows.Span), 1),
        FailedRowException row when IsRefusal(row.InnerException!) => (NamedRow.OffsetOf(row.Row, rows.Span), 1),
        FailedBatchException batch when IsRefusal(batch.Error) => (batch.Offset, batch.Rows.Length),
        DbException when IsRefusal(exception) => (0, sender.Current!.Value.Rows.Length),
        _ => null,
    };

    // A row that was not looked up under locks may exist: the call is then repeated with locks. Those that are pipelined have looked all up under locks.
    private bool IsRefusal(Exception exception) => ServerError.IsRefusal(exception) && !groups.HasMetUnseen(exception);

    // How rows of a plan go where some are refused.
    private sealed record Cutting(CutRows? Rows, CutRule Rule, RowFit? Fit);
}
