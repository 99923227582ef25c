using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>SELECT v.c0, DENSE_RANK() OVER (ORDER BY v.c1 COLLATE …) FROM (list) AS v</c>: rows whose keys are equal by collation have the same rank.</summary>
internal static class KeyRankStatement
{
    public static StatementFrame Frame(KeyLookup lookup, QuotedNames names)
    {
        StoredTypes types = StoredTypes.Of(lookup.Shape.Table, lookup.Plan);
        string order = string.Join(",", lookup.Shape.Cells.Take(lookup.KeyCells).Select((cell, i) => StoredForm.Ranked(types.Of(cell.Column), cell.Column.Kind, $"v.c{i + 1}")));
        return ValuesList.Frame($"SELECT v.c0,DENSE_RANK() OVER (ORDER BY {order}) FROM ", lookup.Shape.Cells.Count + 1, lookup.Plan.Server, "");
    }
}
