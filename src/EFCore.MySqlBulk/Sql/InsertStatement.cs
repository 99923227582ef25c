using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>INSERT INTO t (a,b) VALUES (…),(…)</c>.</summary>
internal static class InsertStatement
{
    public static StatementFrame Frame(BulkPlan plan, QuotedNames names)
        => new($"INSERT INTO {names.Table(plan.Table)} ({names.List(plan.Shape.Cells)}) VALUES ", "(", ")", ",", "");
}
