using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>Inserts rows that the look-up did not find.</summary>
internal sealed class LookedUpInsertRules : InsertRules
{
    public override bool MayLeave(ColumnMap column, BulkPlan plan) => LeftColumns.MayLeave(column, plan);

    public override void CheckEntry(BulkPlan plan, in BulkRow row, EntityEntry entry)
    {
        base.CheckEntry(plan, row, entry);
        LeftColumns.CheckAdded(plan, row, entry);
    }
}
