using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Statements;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>DELETE</c> by a list of keys, or by a join with a list if concurrency tokens are compared too.</summary>
internal static class DeleteStatement
{
    /// <summary><c>DELETE FROM t WHERE id IN (…)</c>, with ranges of consecutive integers; <c>(a,b) IN ((…),(…))</c>.</summary>
    public static StatementFrame KeyList(BulkPlan plan, QuotedNames names)
    {
        string columns = names.List(plan.KeyPart);
        string table = names.Table(plan.Table);
        string delete = IndexHint.InComment(plan, "t", names) is { Length: > 0 } hint ? $"DELETE {hint} FROM {table} AS t" : $"DELETE FROM {table}";
        string condition = TypeCondition.And(plan, names);
        return plan.KeyCells == 1
            ? new($"{delete} WHERE {columns} IN (", "", "", ",", ")" + condition) { Ranges = plan.Shape.Cells[0].Column.Kind.IsInteger() ? new(columns, condition) : null }
            : new($"{delete} WHERE ({columns}) IN (", "(", ")", ",", ")" + condition);
    }

    /// <summary><c>DELETE t FROM (list) AS v STRAIGHT_JOIN t ON …</c>.</summary>
    public static StatementFrame Join(BulkPlan plan, QuotedNames names)
        => ValuesList.Frame(
            "DELETE t FROM ", plan.Shape.Cells.Count, plan.Server, $" STRAIGHT_JOIN {names.Table(plan.Table)} AS t{IndexHint.For(plan, plan.Table, plan.KeyPart, names)} ON {JoinCondition.On(plan, names)}");

    public static StatementTemplate OneRow(BulkPlan plan, QuotedNames names)
        => StatementTemplate.OfMarked($"DELETE FROM {names.Table(plan.Table)} WHERE {JoinCondition.Where(plan, names, static _ => StatementTemplate.Mark)}");
}
