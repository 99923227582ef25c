using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Rules;

/// <summary>The columns that an insert or update leaves in a stored row as they are, or to their defaults.</summary>
internal static class LeftColumns
{
    public static bool MayLeave(ColumnMap column, BulkPlan plan)
        => !column.IsKey && column.Constant is null && !plan.Writes(column) && !plan.KeyColumns.Contains(column)
            && (!plan.InsertsRows || column.Origin is not (ValueOrigin.Server or ValueOrigin.Omitted or ValueOrigin.AutoIncrement));

    /// <summary>Refuses an entity in state Added if the statement may leave a stored value that the entity cannot be given.</summary>
    /// <exception cref="InvalidOperationException">The statement leaves such a value.</exception>
    public static void CheckAdded(BulkPlan plan, in BulkRow row, EntityEntry entry)
    {
        if (entry.State == EntityState.Added && plan.Table.Columns.FirstOrDefault(column => MayLeave(column, plan) && !StoredProperty.CanTake(column)) is { } part)
        {
            throw new InvalidOperationException(
                $"The call does not write '{part.DisplayName}' of row {row.Index}, leaving its tracked entity (Added) out of sync. Write the property, or give entities that are not tracked.");
        }
    }
}
