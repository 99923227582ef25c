using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>SELECT v.c0, DENSE_RANK() OVER (ORDER BY v.c1) FROM (SELECT 0 AS c0, t.a AS c1 FROM t WHERE 0 UNION ALL list) AS v</c>: rows whose keys are equal in the columns'
/// collations have the same rank.</summary>
internal static class KeyRankStatement
{
    public static StatementFrame Frame(KeyLookup lookup, QuotedNames names)
    {
        string columns = string.Concat(lookup.Shape.Cells.Select((cell, i) => $",t.{names.Column(cell)} AS c{i + 1}"));
        string order = string.Join(",", Enumerable.Range(1, lookup.KeyCells).Select(i => $"v.c{i}"));
        return ValuesList.Typed(
            $"SELECT v.c0,DENSE_RANK() OVER (ORDER BY {order}) FROM ", $"SELECT 0 AS c0{columns} FROM {names.Table(lookup.Shape.Table)} AS t WHERE 0", lookup.Plan.Server, "");
    }
}
