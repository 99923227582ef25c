using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Keys;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>Updates rows that were looked up, where they differ. An existing row is locked, so an update affects no row only if it has all the new values already.</summary>
internal sealed class LookedUpUpdateRules : UpdateRules
{
    public override StatementShape ShapeOf(BulkRequest request, RowTypes? types, in BulkRow row) => base.ShapeOf(request, types, row) with { Exists = true };

    public override BulkPlan Plan(BulkRequest request, StatementShape shape, CallFacts call) => BulkPlanner.Change(base.Plan(request, shape, call), call.Options);

    public override bool MayLeave(ColumnMap column, BulkPlan plan) => LeftColumns.MayLeave(column, plan);

    public override void CheckEntry(BulkPlan plan, in BulkRow row, EntityEntry entry)
    {
        base.CheckEntry(plan, row, entry);
        LeftColumns.CheckAdded(plan, row, entry);
    }

    public override ValueTask<Exception?> MissedAsync(MissedRows missed, BulkPlan plan, ReadOnlyMemory<BulkRow> rows, long affected) => default;

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry)
    {
        if (entry.State == EntityState.Added)
            fixup.AcceptAll(entry);
        else
            base.Accept(fixup, plan, entry);
    }
}
