using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>Inserts what an updated entity owns, in a table of its own, and did not own before.</summary>
internal sealed class NewPartRules : InsertRules
{
    public override StatementShape ShapeOf(BulkRequest request, RowTypes? types, in BulkRow row) => base.ShapeOf(request, types, row) with { IsNewPart = true };

    public override void CheckValue(TableMap table, ColumnMap column, in BulkRow row, bool isTracked) => UpdateRules.CheckUnchanged(column, row, isTracked);

    public override void CheckEntry(BulkPlan plan, in BulkRow row, EntityEntry entry)
    {
    }

    // It is replaced as a whole, so that it may have been there before.
    public override SentTrace? TraceOf(BulkPlan plan, ReadOnlyMemory<BulkRow> rows, ReadOnlySpan<long> keys) => null;

    public override void Accept(TrackerFixup fixup, BulkPlan plan, EntityEntry entry) => UpdateRules.AcceptWritten(fixup, plan, entry);
}
