using System.Globalization;
using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Sql;

/// <summary>Counts the rows that have the keys computed for them.</summary>
internal static class KeyCountStatement
{
    /// <summary>Sent before an insert, so that its keys can be distinguished from those of an earlier insert.</summary>
    public const string InFront = "DO LAST_INSERT_ID(0)";

    /// <summary>Two queries right after an insert, each returning one number: its first generated key, and the number of rows with the keys computed from it.</summary>
    /// <param name="table">The table.</param>
    /// <param name="names">Quotes its names.</param>
    /// <param name="hint">The index hint; empty if no index is known.</param>
    /// <param name="rows">The number of rows of the insert.</param>
    /// <param name="step">The difference between two keys.</param>
    /// <param name="column">The name of the queries' column.</param>
    public static string Behind(TableMap table, QuotedNames names, string hint, int rows, int step, string column)
    {
        string last = string.Create(CultureInfo.InvariantCulture, $"LAST_INSERT_ID()+{(rows - 1L) * step}");
        return $"SELECT LAST_INSERT_ID() AS {column};SELECT COUNT(*) AS {column} {Rows(table, names, hint, "LAST_INSERT_ID()", last, step)}";
    }

    /// <summary>Counts the rows that have keys of the given ranges. Column 1 is the key that the server counted last in this session, as text.</summary>
    public static string Text(TableMap table, QuotedNames names, string hint, IEnumerable<(long First, long Last, int Step)> ranges)
        => $"SELECT {string.Join("+", ranges.Select(range =>
            $"(SELECT COUNT(*) {Rows(table, names, hint, KeyLiteral.Of(table, range.First), KeyLiteral.Of(table, range.Last), range.Step)})"))},CONCAT('',LAST_INSERT_ID())";

    // With an increment above 1, the keys between belong to other servers.
    private static string Rows(TableMap table, QuotedNames names, string hint, string first, string last, int step)
    {
        string key = names.Column(table.AutoIncrement!);
        string apart = step == 1 ? "" : string.Create(CultureInfo.InvariantCulture, $" AND ({key}-{first})%{step}=0");
        return $"FROM {names.Table(table)}{hint} WHERE {key} BETWEEN {first} AND {last}{apart}";
    }
}
