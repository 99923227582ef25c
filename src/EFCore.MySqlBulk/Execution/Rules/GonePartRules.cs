using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>Deletes entities that an updated entity no longer owns, in a table of their own.</summary>
/// <param name="areLookedUp">Whether the owners were looked up and are locked, so that no row is missed.</param>
internal sealed class GonePartRules(bool areLookedUp) : UpdateRules
{
    public override StatementShape ShapeOf(BulkRequest request, RowTypes? types, in BulkRow row) => new(row.Place!.Table) { IsGone = true, Exists = areLookedUp };

    public override SelectionFacts FactsOf(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.FactsToDelete(shape.Table, call, null);

    public override BulkPlan Plan(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.Delete(shape.Table, call, null);

    // No value of a deleted row is read back.
    public override bool IsGenerated(ColumnMap column, BulkPlan plan) => false;

    public override ValueTask<Exception?> MissedAsync(MissedRows missed, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected)
        => areLookedUp ? default : base.MissedAsync(missed, plan, rows, affected);

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry)
    {
        if (plan.Table is not OwnedTable)
            fixup.Detach(entry);
        else if (areLookedUp && entry.State == EntityState.Added)
            fixup.AcceptAll(entry);
        else
            base.Accept(fixup, plan, entry);
    }
}
