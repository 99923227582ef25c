using EFCore.MySqlBulk.Mapping;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>NOT (t.a &lt;=&gt; v.c1 AND …)</c>: some stored value differs from the given one. Text is compared byte by byte, because a collation treats different text as equal. A value
/// that the server changes when it stores it (it rounds a number, or cuts off blanks) differs each time.</summary>
internal static class ChangeCondition
{
    /// <param name="cells">The columns, each with the text of the given value.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="qualifier">The text before a column's name.</param>
    public static string Any(IEnumerable<(RowCell Cell, string Given)> cells, QuotedNames names, string qualifier = "")
        => $"NOT ({string.Join(" AND ", cells.Select(each => Same(each.Cell.Column, qualifier + names.Column(each.Cell), each.Given)))})";

    private static string Same(ColumnMap column, string stored, string given) => column.Kind switch
    {
        ValueKind.Text or ValueKind.Char => $"CAST({stored} AS BINARY) <=> CAST({given} AS BINARY)",
        // A number of four bytes is compared as one of eight, which differs in the digits that it does not have.
        ValueKind.Single => $"{stored} <=> CAST({given} AS FLOAT)",
        _ => $"{stored} <=> {given}",
    };
}
