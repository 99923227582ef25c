using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary><c>BulkUpdate</c>.</summary>
internal sealed class UpdateOperation : MatchingOperation
{
    // What an entity owns in a table of its own is deleted and inserted.
    private readonly InsertOperation _insert = new();

    public override BulkOperation Kind => BulkOperation.Update;

    public override string ResultVerb => "updated";

    public override bool WritesEntities => true;

    public override bool ReplacesOwned => true;

    public override bool WritesPart(BulkRequest request, TableMap part) => BulkPlanner.UpdatedColumns(part, request.Options, []).Length > 0;

    public override bool MovesValues => true;

    public override bool GoesByFamily => false;

    // The row given last is stored, and the server counts it as matched each time.
    public override bool HidesRepeatedKeys => true;

    public override bool GeneratesValues => false;

    public override bool KnowsKeys(BulkPlan plan) => !plan.InsertsRows;

    public override string MissedVerb => "update";

    public override string MissedCure => "Leave them out, insert them, or set BulkUpdateOptions.IgnoreMissing.";

    public override IReadOnlyList<BulkHook> HooksOf(MySqlBulkDefaults defaults) => defaults.BeforeUpdate;

    public override RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row)
        => row.Place?.Table is OwnedTable owned ? new(owned) { IsGone = true }
        : row.Place is { Table: var part } && part.EntityType.IsOwned() ? FormOfPart(request, types, row)
        : request.Options.OnlyModified && row.Entry is not null ? types!.Of(row).FormOfModified(row) : types!.Of(row).FormToUpdate(row);

    private RowForm FormOfPart(BulkRequest request, RowTypes? types, in BulkRow row) => row.Presence switch
    {
        RowPresence.Absent => _insert.FormOf(request, types, row) with { IsNewPart = true },
        RowPresence.Gone => new(types!.Of(row)) { IsGone = true },
        _ => types!.Of(row).FormToUpdate(row),
    };

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call) => form.IsGone ? BulkPlanner.FactsToDelete(form.Table, call, null)
        : form.IsNewPart ? _insert.FactsOf(request, form, call)
        : BulkPlanner.FactsToUpdate(form, call);

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call) => form.IsGone ? BulkPlanner.Delete(form.Table, call, null)
        : form.IsNewPart ? _insert.Plan(request, form, call)
        : BulkPlanner.Update(form, call);

    public override void CheckEntry(BulkPlan plan, in BulkRow row, EntityEntry entry)
    {
        if (plan.Condition is not null)
            throw new NotSupportedException($"Row {row.Index} is tracked, and UpdateWhen may leave its stored row as it is: the context could not tell whether they agree. Give entities that are not tracked.");
    }

    public override bool IsGuarded(ColumnMap column) => column.IsFixedAfterSave;

    public override void CheckGuarded(TableMap table, ColumnMap column, in BulkRow row, bool isTracked)
    {
        if (isTracked && row.Entry!.Property(column.Property).IsModified)
            throw new RowValueException($"'{column.DisplayName}' has changed, but the model does not allow that once the row is stored (SetAfterSaveBehavior). Change it back.") { Row = row };
    }

    public override bool IsGenerated(ColumnMap column, BulkPlan plan)
        => plan.InsertsRows ? _insert.IsGenerated(column, plan)
            : plan.Assignments.Any(each => each.Column == column)
            || (column.ValueGenerated.HasFlag(ValueGenerated.OnUpdate) && !plan.ValuePart.Any(cell => cell.Column == column));

    // The rows may have had their new values before.
    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => null;

    // A row that the condition leaves as it is looks like one that is missing.
    public override async ValueTask<Exception?> MissedAsync(StatementSender sender, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
        => plan.InsertsRows ? await _insert.MissedAsync(sender, plan, rows, affected).ConfigureAwait(false)
            : sender.IgnoresMissing ? await sender.PassOverAsync(plan, rows, affected).ConfigureAwait(false)
            : plan.Condition is not null ? await sender.FindAbsentAsync(plan, rows).ConfigureAwait(false)
            : await base.MissedAsync(sender, plan, rows, affected).ConfigureAwait(false);

    public override string ReasonOf(BulkRequest request, Lanes lanes, IReadOnlyList<BulkPlan> sent)
        => lanes.First!.Plan.WritesNothing && sent.All(plan => plan.WritesNothing) ? "there is no column to update"
            : sent.FirstOrDefault(plan => !plan.WritesNothing)?.Choice.Reason ?? base.ReasonOf(request, lanes, sent);

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry)
    {
        if (plan.Table.MatchesSeveral)
            return;
        // Nothing was sent, so it is not known whether the row exists.
        if (plan.WritesNothing && entry.State != EntityState.Modified)
            return;
        if (fixup.WritesAll && entry.State != EntityState.Deleted)
            fixup.AcceptAll(entry);
        else
            fixup.AcceptWritten(plan, entry);
    }

    public override BulkResult Count(BulkResult result, long rows) => result with { RowsUpdated = rows };

    public override BulkResult Count(BulkResult result, RowCounts counts) => result with { RowsUpdated = counts.Updated, RowsUnchanged = counts.Unchanged };
}
