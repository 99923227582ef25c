using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>SELECT v.c0, t.a FROM (list of position, key, tokens) AS v STRAIGHT_JOIN t ON …</c>: which of the rows given are there, and what they hold.</summary>
internal static class LookupStatement
{
    /// <param name="plan">A plan whose shape is key and tokens.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="read">The columns to read.</param>
    /// <param name="locked">Reads the latest committed rows and locks them; a plain read would see an older snapshot.</param>
    public static StatementFrame Frame(BulkPlan plan, QuotedNames names, IReadOnlyList<ColumnMap> read, bool locked)
    {
        IEnumerable<string> keys = plan.KeyPart.Select((cell, i) => $"t.{names.Column(cell)} = v.c{i + 1}");
        IEnumerable<string> tokens = plan.TokenPart.Select((cell, i) => $"t.{names.Column(cell)} <=> v.c{plan.KeyCells + i + 1}");
        string columns = string.Concat(read.Select(c => $",t.{names.Column(c)}"));
        string ending = $" STRAIGHT_JOIN {names.Table(plan.Table)} AS t ON {string.Join(" AND ", keys.Concat(tokens))}{(locked ? " LOCK IN SHARE MODE" : "")}";
        return ValuesList.Frame($"SELECT v.c0{columns} FROM ", plan.Shape.Cells.Count + 1, plan.Server, ending);
    }
}
