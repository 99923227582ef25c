using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>Updates rows that are found by their keys. The rows may have had their new values before, so they do not show whether a statement is stored.</summary>
internal class UpdateRules : StatementRules
{
    public override StatementShape ShapeOf(BulkRequest request, RowTypes? types, in BulkRow row)
        => request.Options.OnlyModified && row.Entry is not null && row.Place?.Table.EntityType.IsOwned() != true ? types!.Of(row).FormOfModified(row) : types!.Of(row).ShapeToUpdate(row);

    public override SelectionFacts FactsOf(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.FactsToUpdate(shape, call);

    public override BulkPlan Plan(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.Update(shape, call);

    public override void CheckValue(TableMap table, ColumnMap column, in BulkRow row, bool isTracked) => CheckUnchanged(column, row, isTracked);

    public override void CheckEntry(BulkPlan plan, in BulkRow row, EntityEntry entry)
    {
        if (plan.Condition is not null)
            throw new InvalidOperationException($"UpdateWhen may skip row {row.Index}, leaving its tracked entity out of sync. Give entities that are not tracked.");
    }

    public override bool IsGenerated(ColumnMap column, BulkPlan plan)
        => plan.Assignments.Any(each => each.Column == column)
            || (column.ValueGenerated.HasFlag(ValueGenerated.OnUpdate) && !plan.ValuePart.Any(cell => cell.Column == column));

    // A row that does not meet the condition looks like a row that does not exist.
    public override async ValueTask<Exception?> MissedAsync(MissedRows missed, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
        => missed.AreIgnored ? await missed.PassOverAsync(plan, rows, affected).ConfigureAwait(false)
            : plan.Condition is not null ? await missed.FindAbsentAsync(plan, rows).ConfigureAwait(false)
            : await missed.FindAsync(plan, rows, affected).ConfigureAwait(false);

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry) => AcceptWritten(fixup, plan, entry);

    /// <summary>Refuses a tracked entity with a changed value that the model does not allow to change after the insert.</summary>
    /// <exception cref="RowValueException">There is such a value.</exception>
    public static void CheckUnchanged(ColumnMap column, in BulkRow row, bool isTracked)
    {
        if (column.IsFixedAfterSave && isTracked && row.Entry!.Property(column.Property).IsModified)
            throw new RowValueException($"'{column.DisplayName}' has changed, but the model does not allow that once the row is stored (SetAfterSaveBehavior). Change it back.") { Row = row };
    }

    /// <summary>Accepts the columns that a statement writes as stored in the change tracker.</summary>
    public static void AcceptWritten(TrackerFixup fixup, BulkPlan plan, EntityEntry entry)
    {
        if (plan.Table.MatchesSeveral)
            return;
        // No statement was sent for the row, so it is not known whether it exists.
        if (plan.WritesNothing && entry.State != EntityState.Modified)
            return;
        if (fixup.WritesAll && entry.State != EntityState.Deleted)
            fixup.AcceptAll(entry);
        else
            fixup.AcceptWritten(plan, entry);
    }
}
