using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary>Reads the rows between two generated keys, in key order.</summary>
internal static class KeyVerificationStatement
{
    /// <summary>The columns that are compared with the sent values: all whose stored values can distinguish rows.</summary>
    public static IReadOnlyList<ColumnMap> Compared(BulkPlan plan)
        => [.. plan.Shape.Cells.Where(c => c.Source == CellSource.Current && c.Column.Constant is null && IsComparable(c.Column)).Select(c => c.Column)];

    /// <summary>Column 0 is the key; the compared columns follow.</summary>
    public static string Text(BulkPlan plan, QuotedNames names, long firstKey, long lastKey)
    {
        string key = names.Column(plan.Table.AutoIncrement!);
        string columns = string.Concat(Compared(plan).Select(c => "," + names.Column(c)));
        return $"SELECT {key}{columns} FROM {names.Table(plan.Table)} WHERE {key} BETWEEN {KeyLiteral.Of(plan.Table, firstKey)} AND {KeyLiteral.Of(plan.Table, lastKey)} ORDER BY {key}";
    }

    // The server normalises JSON.
    private static bool IsComparable(ColumnMap column)
        => !column.HoldsDocument && column.Kind != ValueKind.Other && !column.TypeMapping.StoreTypeNameBase.Equals("json", StringComparison.OrdinalIgnoreCase);
}
