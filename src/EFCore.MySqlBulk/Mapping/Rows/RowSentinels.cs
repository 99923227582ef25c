using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Rows;

/// <summary>Finds the values that a row leaves to the server, or to EF Core, because a property has its sentinel.</summary>
internal static class RowSentinels
{
    /// <summary>Whether the server generates the row's <see cref="TableMap.AutoIncrement" /> value.</summary>
    public static bool GeneratesKey(this TableMap table, in BulkRow row) => table.AutoIncrement is not null && table.HasSentinel(table.AutoIncrement, row);

    /// <summary>Whether a part of the row's key is still to be generated, by the server or by EF Core.</summary>
    public static bool LacksKey(this TableMap table, in BulkRow row)
    {
        foreach (ColumnMap column in table.Key)
        {
            if (column.Property.ValueGenerated != ValueGenerated.Never && table.HasSentinel(column, row))
                return true;
        }

        return false;
    }

    /// <summary>Whether the property has its sentinel, or a temporary value, so that the server generates the value.</summary>
    public static bool HasSentinel(this TableMap table, ColumnMap column, in BulkRow row)
    {
        if (column.Path is not null)
            return ColumnAccess.IsUnset(column, row.Item);
        return row.Entry is null
            ? Equals(ShadowValues.Current(column.Property, row.Item, null), column.Property.Sentinel)
            : InternalEntries.IsTemporary(row.Entry, column.Property) || Equals(InternalEntries.Current(row.Entry, column.Property), column.Property.Sentinel);
    }
}
