using System.Globalization;
using System.Text;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>SELECT k, a FROM t WHERE k BETWEEN … AND …</c>: columns of rows whose keys are integers. Keys that are far apart are listed with IN.</summary>
internal static class GeneratedValuesStatement
{
    /// <param name="table">The rows' table.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="key">The column that holds the keys.</param>
    /// <param name="columns">The columns to read.</param>
    /// <param name="keys">The keys, in ascending order.</param>
    public static string Text(TableMap table, QuotedNames names, ColumnMap key, IEnumerable<ColumnMap> columns, ReadOnlySpan<long> keys)
    {
        string column = names.Column(key);
        StringBuilder text = new();
        text.Append("SELECT ").Append(column);
        foreach (ColumnMap read in columns)
            text.Append(',').Append(names.Column(read));
        text.Append(" FROM ").Append(names.Table(table)).Append(" WHERE ").Append(column);
        // As signed integers, the smallest and the largest unsigned keys are adjacent.
        bool isInOrder = key.Kind != ValueKind.UInt64 || keys[0] >= 0 || keys[^1] < 0;
        if (isInOrder && (ulong)(keys[^1] - keys[0]) <= 2UL * (ulong)keys.Length)
            return text.Append(" BETWEEN ").Append(Literal(key, keys[0])).Append(" AND ").Append(Literal(key, keys[^1])).ToString();
        text.Append(" IN (");
        for (int i = 0; i < keys.Length; i++)
            text.Append(i > 0 ? "," : "").Append(Literal(key, keys[i]));
        return text.Append(')').ToString();
    }

    private static string Literal(ColumnMap key, long value)
        => key.Kind == ValueKind.UInt64 ? ((ulong)value).ToString(CultureInfo.InvariantCulture) : value.ToString(CultureInfo.InvariantCulture);
}
