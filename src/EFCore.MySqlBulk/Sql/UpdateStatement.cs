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
        string changed = plan.WritesChangesOnly ? " WHERE " + ChangeCondition.Any(plan.ValuePart.Select((cell, i) => (cell, $"v.c{first + i}")), names, "t.") : "";
        string ending = $" STRAIGHT_JOIN {names.Table(plan.Table)} AS t ON {JoinCondition.On(plan, names)} SET {set}{changed}";
        return ValuesList.Frame("UPDATE ", plan.Shape.Cells.Count, plan.Server, ending);
    }

    /// <summary>One row: the new values come first, then the key and the concurrency tokens, and the new values again if they are compared with the stored ones.</summary>
    public static StatementTemplate OneRow(BulkPlan plan, QuotedNames names)
    {
        string set = string.Join(",", plan.ValuePart.Select(cell => $"{names.Column(cell)} = {StatementTemplate.Mark}"));
        string changed = plan.WritesChangesOnly ? " AND " + ChangeCondition.Any(plan.ValuePart.Select(cell => (cell, StatementTemplate.Mark)), names) : "";
        return StatementTemplate.OfMarked($"UPDATE {names.Table(plan.Table)} SET {set} WHERE {JoinCondition.Where(plan, names)}{changed}");
    }
}
