using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>UPDATE (list) AS v STRAIGHT_JOIN t ON … SET t.a = v.c1</c>. The join order is fixed: with stale statistics the server sometimes
/// scanned the target instead.</summary>
internal static class UpdateStatement
{
    public static StatementFrame Frame(BulkPlan plan, QuotedNames names)
    {
        int first = plan.KeyCells + plan.ConcurrencyTokenCells;
        string set = string.Join(",", plan.ValuePart.Select((cell, i) => $"t.{names.Column(cell)} = v.c{first + i}"));
        string ending = $" STRAIGHT_JOIN {names.Table(plan.Table)} AS t ON {JoinCondition.On(plan, names)} SET {set}";
        return ValuesList.Frame("UPDATE ", plan.Shape.Cells.Count, plan.Server, ending);
    }

    /// <summary>One row: the new values come first, then the key and the concurrency tokens.</summary>
    public static StatementTemplate OneRow(BulkPlan plan, QuotedNames names)
        => StatementTemplate.OfMarked(
            $"UPDATE {names.Table(plan.Table)} SET {string.Join(",", plan.ValuePart.Select(cell => $"{names.Column(cell)} = {StatementTemplate.Mark}"))} "
            + $"WHERE {JoinCondition.Where(plan, names)}");
}
