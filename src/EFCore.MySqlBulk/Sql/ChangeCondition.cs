using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>NOT (t.a &lt;=&gt; v.c1 AND …)</c>: true if a stored value differs from the new one. Text is compared byte by byte, because a
/// collation treats different text as equal. A value that the server changes when it stores it (a rounded number, trimmed blanks) differs each
/// time.</summary>
internal static class ChangeCondition
{
    /// <param name="values">The columns, each with the text of its stored value and of its new one.</param>
    public static string Any(IEnumerable<(ColumnMap Column, string Stored, string New)> values) => $"NOT ({string.Join(" AND ", values.Select(each => Same(each.Column, each.Stored, each.New)))})";

    private static string Same(ColumnMap column, string stored, string value) => column.Kind switch
    {
        ValueKind.Text or ValueKind.Char => StoredForm.SameText(stored, value),
        // A stored four-byte float never equals an eight-byte literal with more digits.
        ValueKind.Single => $"{stored} <=> CAST({value} AS FLOAT)",
        _ => $"{stored} <=> {value}",
    };
}
