using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Expressions;
using EFCore.MySqlBulk.Planning.Statements;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>UPDATE (list) AS v STRAIGHT_JOIN t ON … SET t.a = v.c1</c>. The join order is fixed: with stale statistics the server sometimes
/// scanned the target instead.</summary>
internal static class UpdateStatement
{
    public static StatementFrame Frame(BulkPlan plan, QuotedNames names)
    {
        Func<ColumnMap, string> stored = column => $"t.{names.Column(column)}";
        Func<ColumnMap, string> given = column => $"v.c{plan.PlaceOf(column)}";
        string ending = $" STRAIGHT_JOIN {names.Table(plan.Table)} AS t{IndexHint.For(plan, plan.Table, plan.KeyPart, names)} ON {JoinCondition.On(plan, names)} SET {Set(plan, stored, given)}";
        return ValuesList.Frame("UPDATE ", plan.Shape.Cells.Count, plan.Server, Where(plan, stored, given) is { Length: > 0 } where ? $"{ending} WHERE {where}" : ending);
    }

    /// <summary>One row.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="order">Receives the values in the order of their placeholders: a value may have several.</param>
    public static StatementTemplate OneRow(BulkPlan plan, QuotedNames names, List<RowCell> order)
    {
        string set = Set(plan, names.Column, Place);
        string match = JoinCondition.Where(plan, names, PlaceOf);
        string where = Where(plan, names.Column, Place);
        return StatementTemplate.OfMarked($"UPDATE {names.Table(plan.Table)} SET {set} WHERE {match}{(where.Length > 0 ? $" AND {where}" : "")}");

        string Place(ColumnMap column) => PlaceOf(plan.Shape.Cells[plan.PlaceOf(column)]);

        string PlaceOf(RowCell cell)
        {
            order.Add(cell);
            return StatementTemplate.Mark;
        }
    }

    // Expressions come first, because they may use the stored values of columns that are assigned after them.
    private static string Set(BulkPlan plan, Func<ColumnMap, string> stored, Func<ColumnMap, string> given)
        => string.Join(",", plan.Assignments.Select(each => $"{stored(each.Column)} = {RowExpressionText.Of(each.Value, StoredTypes.Of(plan), stored, given)}")
            .Concat(plan.ValuePart.Select(cell => $"{stored(cell.Column)} = {given(cell.Column)}")));

    private static string Where(BulkPlan plan, Func<ColumnMap, string> stored, Func<ColumnMap, string> given)
    {
        List<string> conditions = [];
        if (plan.Condition is { } condition)
            conditions.Add(RowExpressionText.Of(condition, StoredTypes.Of(plan), stored, given));
        if (plan.WritesChangesOnly)
        {
            conditions.Add(ChangeCondition.Any(plan.Assignments.Select(each => (each.Column, stored(each.Column), RowExpressionText.Of(AsStored(each), StoredTypes.Of(plan), stored, given)))
                .Concat(plan.ValuePart.Select(cell => (cell.Column, stored(cell.Column), given(cell.Column))))
                .Where(each => !plan.NotCompared.Contains(each.Item1))));
        }

        return string.Join(" AND ", conditions);
    }

    // The column may have fewer digits than the calculated value.
    private static RowExpression AsStored(Assignment assignment)
        => assignment.Value.Parts.Count > 1 && CastType.Of(assignment.Column) is { } type ? assignment.Value.As(type) : assignment.Value;
}
