using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Statements;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>INSERT INTO t (a,b) VALUES (…),(…)</c>.</summary>
internal static class InsertStatement
{
    public static StatementFrame Frame(BulkPlan plan, QuotedNames names)
        => new($"INSERT INTO {names.Table(plan.Table)} ({names.List(plan.Shape.Cells)}) VALUES ", "(", ")", ",", "");

    public static StatementTemplate OneRow(BulkPlan plan, QuotedNames names)
    {
        string values = string.Join(",", Enumerable.Repeat(StatementTemplate.Mark, plan.Shape.Cells.Count));
        return StatementTemplate.OfMarked($"INSERT INTO {names.Table(plan.Table)} ({names.List(plan.Shape.Cells)}) VALUES ({values})");
    }
}
