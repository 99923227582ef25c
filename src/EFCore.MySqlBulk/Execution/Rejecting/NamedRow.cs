using System.Globalization;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Rejecting;

/// <summary>The row that an error names: "Data too long for column 'Name' at row 3".</summary>
internal static class NamedRow
{
    private const string Named = " at row ";

    /// <summary>Reads which of the rows of a refused statement is at fault. It may be another one: the text may be the user's own.</summary>
    /// <param name="error">The error.</param>
    /// <param name="rows">The rows.</param>
    /// <returns>Its position; <see langword="null" /> if none of them is named.</returns>
    public static int? PositionOf(Exception error, ReadOnlySpan<BulkRow> rows)
    {
        if (error is RowValueException { Row: { } row })
            return OffsetOf(row, rows);
        int at = error.Message.LastIndexOf(Named, StringComparison.Ordinal);
        return at >= 0 && int.TryParse(error.Message.AsSpan(at + Named.Length), NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number > 0 && number <= rows.Length ? number - 1 : null;
    }

    /// <summary>The position of a row among others, of which it is one.</summary>
    public static int OffsetOf(in BulkRow row, ReadOnlySpan<BulkRow> rows)
    {
        int at = 0;
        while (rows[at].Index != row.Index)
            at++;
        return at;
    }
}
