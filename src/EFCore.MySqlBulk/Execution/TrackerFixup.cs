using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Tells the change tracker what was stored: tracked entities become unchanged in the columns that were written, or detached.</summary>
internal static class TrackerFixup
{
    public static void Accept(BulkPlan plan, EntityEntry entry)
    {
        switch (plan.Operation)
        {
            case BulkOperation.Insert:
                // Original values first: setting the state of a changed entry to Unchanged would revert the entity.
                entry.OriginalValues.SetValues(entry.CurrentValues);
                entry.State = EntityState.Unchanged;
                break;
            case BulkOperation.Update:
                AcceptWritten(plan, entry);
                break;
            default:
                entry.State = EntityState.Detached;
                break;
        }
    }

    private static void AcceptWritten(BulkPlan plan, EntityEntry entry)
    {
        foreach (RowCell cell in plan.ValuePart)
        {
            if (cell.Column.Property.DeclaringType != entry.Metadata && !entry.Metadata.GetProperties().Contains(cell.Column.Property))
                continue;
            PropertyEntry property = entry.Property(cell.Column.Property);
            property.OriginalValue = property.CurrentValue;
            property.IsModified = false;
        }
    }
}
