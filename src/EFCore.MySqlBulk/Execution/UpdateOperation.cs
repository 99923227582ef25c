using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary><c>BulkUpdate</c>.</summary>
internal sealed class UpdateOperation : MatchingOperation
{
    public override BulkOperation Kind => BulkOperation.Update;

    public override string ResultVerb => "updated";

    public override bool WritesEntities => true;

    // Only tracked entities tell which parts are new, changed or gone.
    public override void CheckParts(IEntityType type)
    {
        if (type.GetConcreteDerivedTypesInclusive().SelectMany(OwnedParts.ApartOf).FirstOrDefault() is { } owned)
            throw new NotSupportedException($"Entity type '{type.DisplayName()}' owns '{owned.Name}', and only tracked entities tell which parts are new, changed or gone. Load the entities, change them, and call BulkSaveChanges.");
    }

    public override bool WritesPart(BulkRequest request, TableMap part) => BulkPlanner.UpdatedColumns(part, request.Options, []).Length > 0;

    public override bool MovesValues => true;

    public override bool GoesByFamily => false;

    // The row given last is stored, and the server counts it as matched each time.
    public override bool HidesRepeatedKeys => true;

    public override bool GeneratesValues => false;

    public override bool KnowsKeys(BulkPlan plan) => true;

    public override string MissedVerb => "update";

    public override string MissedCure => "Leave them out, insert them, or set BulkUpdateOptions.IgnoreMissing.";

    public override IReadOnlyList<BulkHook> HooksOf(MySqlBulkDefaults defaults) => defaults.BeforeUpdate;

    public override RowForm FormOf(BulkRequest request, RowTypes? types, in BulkRow row)
        => request.Options.OnlyModified && row.Entry is not null ? types!.Of(row).FormOfModified(row) : types!.Of(row).FormToUpdate(row);

    public override SelectionFacts FactsOf(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.FactsToUpdate(form, call);

    public override BulkPlan Plan(BulkRequest request, RowForm form, CallFacts call) => BulkPlanner.Update(form, call);

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
        => plan.Assignments.Any(each => each.Column == column)
            || (column.ValueGenerated.HasFlag(ValueGenerated.OnUpdate) && !plan.ValuePart.Any(cell => cell.Column == column));

    // The rows may have had their new values before.
    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => null;

    // A row that the condition leaves as it is looks like one that is missing.
    public override async ValueTask<Exception?> MissedAsync(StatementSender sender, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
        => sender.IgnoresMissing ? await sender.PassOverAsync(plan, rows, affected).ConfigureAwait(false)
            : plan.Condition is not null ? await sender.FindAbsentAsync(plan, rows).ConfigureAwait(false)
            : await base.MissedAsync(sender, plan, rows, affected).ConfigureAwait(false);

    public override string ReasonOf(BulkRequest request, Lanes lanes, IReadOnlyList<BulkPlan> sent)
        => lanes.First!.Plan.WritesNothing && sent.All(plan => plan.WritesNothing) ? "there is no column to update"
            : sent.FirstOrDefault(plan => !plan.WritesNothing)?.Choice.Reason ?? base.ReasonOf(request, lanes, sent);

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry)
    {
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
