using System.Globalization;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>LOAD DATA LOCAL INFILE … INTO TABLE t (a,@v1) SET b=UNHEX(@v1)</c>.</summary>
/// <remarks>Separators are hexadecimal, so that <c>NO_BACKSLASH_ESCAPES</c> does not matter. The server would read some values of a file in another way than those of an INSERT; they go through a variable.</remarks>
internal static class LoadDataStatement
{
    private const string Variable = "@mysqlbulk_";

    // No file has this name for long: the client sends what it likes. It makes the server's request as long as an answer.
    private const string File = "mysqlbulk rows";

    private static readonly string[] TakesNumbers = ["bit", "year", "enum", "set"];

    // In other columns a double of an INSERT is rounded to an even number, or written with other digits, than the same text of a file.
    private static readonly string[] TakesFractions = ["float", "double", "decimal"];

    public static string Text(BulkPlan plan, QuotedNames names)
    {
        List<string> columns = [];
        List<string> assignments = [];
        for (int i = 0; i < plan.Shape.Cells.Count; i++)
        {
            RowCell cell = plan.Shape.Cells[i];
            string column = names.Column(cell);
            string variable = Variable + i.ToString(CultureInfo.InvariantCulture);
            string? value = ValueOf(cell.Column, variable);
            columns.Add(value is null ? column : variable);
            if (value is not null)
                assignments.Add($"{column}={value}");
        }

        string set = assignments.Count == 0 ? "" : $" SET {string.Join(",", assignments)}";
        return $"LOAD DATA LOCAL INFILE '{File}' INTO TABLE {names.Table(plan.Table)} CHARACTER SET utf8mb4 FIELDS TERMINATED BY X'09' ESCAPED BY X'5C' LINES TERMINATED BY X'0A' ({string.Join(",", columns)}){set}";
    }

    /// <summary>Whether the server takes a column's values from a file as it takes them from an INSERT, without a warning when it does not.</summary>
    /// <param name="column">The column.</param>
    /// <param name="type">Its type on the server, in lower case.</param>
    /// <param name="isNullable">Whether it can be NULL there.</param>
    public static bool IsReadAsInserted(ValueMap column, string type, bool isNullable)
        // A NULL from a file is the current time.
        => type == "timestamp" ? isNullable || !column.IsNullable
        : !IsNumber(column.Kind) || IsCast(column) || (column.Kind is ValueKind.Single or ValueKind.Double ? TakesFractions.Contains(type) : !TakesNumbers.Contains(type) && type != "json");

    // A number would be taken as text: in a bit column as the code of its digits, 0 as the year 2000, and as a member's name instead of its position.
    private static string? ValueOf(ValueMap column, string variable)
        => column.Kind == ValueKind.Binary ? $"UNHEX({variable})"
        : IsCast(column) ? $"CAST({variable} AS UNSIGNED)"
        : null;

    private static bool IsCast(ValueMap column) => IsNumber(column.Kind) && TakesNumbers.Contains(column.TypeMapping.StoreTypeNameBase.ToLowerInvariant());

    private static bool IsNumber(ValueKind kind) => kind.IsInteger() || kind is ValueKind.Boolean or ValueKind.Single or ValueKind.Double or ValueKind.Decimal;
}
