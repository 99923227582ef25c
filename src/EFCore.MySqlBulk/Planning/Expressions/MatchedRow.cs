using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Planning.Expressions;

/// <summary>The values of an existing row: its key, the old values of its concurrency tokens, the new values of an update.</summary>
/// <param name="Shape">All of them, in this order.</param>
/// <param name="KeyColumns">The columns that identify it.</param>
/// <param name="ConcurrencyTokenCells">The number of old values of concurrency tokens.</param>
internal readonly record struct MatchedRow(RowShape Shape, IReadOnlyList<ColumnMap> KeyColumns, int ConcurrencyTokenCells)
{
    /// <summary>The number of key values.</summary>
    public int KeyCells => KeyColumns.Count;

    public static MatchedRow Of(TableMap table, IReadOnlyList<ColumnMap> keyColumns, RowCell[] tokens, RowCell[] values, Type? bareKeyType)
        => new(new(table, [.. keyColumns.Select(column => new RowCell(column)), .. tokens, .. values], bareKeyType), keyColumns, tokens.Length);
}
