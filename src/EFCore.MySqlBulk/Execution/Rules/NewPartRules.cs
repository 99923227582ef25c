using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>Inserts new owned entities of an updated entity, in a table of their own.</summary>
internal sealed class NewPartRules : InsertRules
{
    public override StatementShape ShapeOf(BulkRequest request, RowTypes? types, in BulkRow row) => base.ShapeOf(request, types, row) with { IsNewPart = true };

    // An owned entity that is not tracked may have been stored before.
    public override void CheckValue(TableMap table, ColumnMap column, in BulkRow row, bool isTracked)
    {
        if (isTracked)
            base.CheckValue(table, column, row, isTracked);
    }

    // Owned entities are replaced as a whole, so the entity may have been stored before.
    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => null;

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry) => UpdateRules.AcceptWritten(fixup, plan, entry);
}
