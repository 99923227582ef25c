using System.Globalization;
using EFCore.MySqlBulk.Mapping;

namespace EFCore.MySqlBulk.Sql;

/// <summary>Counts the rows that have keys of given ranges. Column 1 is the key that the server counted last in this session, as text.</summary>
internal static class KeyCountStatement
{
    public static string Text(TableMap table, QuotedNames names, IEnumerable<(long First, long Last, int Step)> ranges)
    {
        string key = names.Column(table.AutoIncrement!);
        return $"SELECT {string.Join("+", ranges.Select(range => Count(range.First, range.Last, range.Step)))},CONCAT('',LAST_INSERT_ID())";

        // Between keys that are some steps apart stand those of other servers.
        string Count(long first, long last, int step)
        {
            string from = KeyLiteral.Of(table, first);
            string apart = step == 1 ? "" : string.Create(CultureInfo.InvariantCulture, $" AND ({key}-{from})%{step}=0");
            return $"(SELECT COUNT(*) FROM {names.Table(table)} WHERE {key} BETWEEN {from} AND {KeyLiteral.Of(table, last)}{apart})";
        }
    }
}
