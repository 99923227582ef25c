using System.Globalization;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary>Counts the rows between two generated keys, and compares the first and the last with what was sent.</summary>
internal static class KeyProofStatement
{
    /// <summary>The columns that are compared: those whose stored value equals the value sent, whatever its column's width, scale or precision.</summary>
    public static IReadOnlyList<ColumnMap> Compared(BulkPlan plan)
        => [.. plan.Shape.Cells.Where(c => c.Source == CellSource.Current && IsComparable(c.Column)).Select(c => c.Column).Take(4)];

    public static string Text(BulkPlan plan, QuotedNames names, long firstKey, long lastKey)
    {
        string table = names.Table(plan.Table);
        string key = names.Column(plan.Table.AutoIncrement!);
        IReadOnlyList<ColumnMap> compared = Compared(plan);
        string step = plan.Session.AutoIncrementIncrement > 1
            ? string.Create(CultureInfo.InvariantCulture, $" AND MOD({key} - {firstKey}, {plan.Session.AutoIncrementIncrement}) = 0")
            : "";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"SELECT (SELECT COUNT(*) FROM {table} WHERE {key} BETWEEN {firstKey} AND {lastKey}{step}),{Row(firstKey, 0)},{Row(lastKey, compared.Count)}");

        string Row(long value, int parameter) => string.Create(
            CultureInfo.InvariantCulture,
            $"(SELECT COUNT(*) FROM {table} WHERE {key} = {value}{string.Concat(compared.Select((c, i) => $" AND {names.Column(c)} <=> @p{parameter + i}"))})");
    }

    private static bool IsComparable(ColumnMap column)
        => column.Kind.IsInteger() || column.Kind is ValueKind.Boolean or ValueKind.Text or ValueKind.GuidText or ValueKind.GuidDigits;
}
