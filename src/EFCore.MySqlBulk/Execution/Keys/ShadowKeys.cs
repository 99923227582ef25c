using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>Refuses a row to update or delete whose key is not known: part of it is a shadow property, and neither an entry nor a navigation has its
/// value. The property's default value would be the key of another row.</summary>
internal sealed class ShadowKeys
{
    private readonly ColumnMap[] _columns;

    private ShadowKeys(ColumnMap[] columns) => _columns = columns;

    /// <returns>The check, or <see langword="null" /> if there is nothing to check.</returns>
    public static ShadowKeys? Of(BulkRequest request, TableMap table)
        => request.Traits.GoesByKey && request.BareKeyType is null
            && table.Key.Where(column => column.Path is null && column.Constant is null).ToArray() is { Length: > 0 } columns
            ? new(columns)
            : null;

    /// <exception cref="RowValueException">The row's key is not known.</exception>
    public void Check(in BulkRow row)
    {
        foreach (ColumnMap column in _columns)
        {
            if (row.Entry is null && !ShadowValues.IsKnown(column.Property, row.Item, row.Entry))
            {
                throw new RowValueException(
                    $"'{column.DisplayName}' is a shadow property and part of the key, and the row is not tracked, so it is not known which row is meant. Give entities that the context tracks.")
                {
                    Row = row,
                };
            }
        }
    }
}
