using System.Globalization;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>The message about rows that an update or delete did not match: which rows they are, and what to do.</summary>
internal static class MissedText
{
    private const int Named = 5;

    /// <param name="traits">The operation.</param>
    /// <param name="plan">The plan.</param>
    /// <param name="rows">The rows that were missed.</param>
    /// <param name="keys">Their keys.</param>
    public static string Of(OperationTraits traits, BulkPlan plan, IReadOnlyList<BulkRow> rows, IReadOnlyList<IReadOnlyList<object?>> keys)
    {
        string count = rows.Count == 1 ? "1 row" : string.Create(CultureInfo.InvariantCulture, $"{rows.Count} rows");
        string what = (plan.ConcurrencyTokenCells > 0, rows.Count == 1) switch
        {
            (true, true) => "does not exist or has changed since it was read",
            (true, false) => "do not exist or have changed since they were read",
            (false, true) => "does not exist",
            (false, false) => "do not exist",
        };
        string property = string.Join(", ", plan.KeyColumns.Select(column => column.Property.Name));
        return $"{count} of '{plan.Table.DisplayName}' to {traits.MissedVerb} {what}: {property} = {List(keys.Select(Text), rows.Count)}"
            + $" (position {List(rows.Select(row => row.Index.ToString(CultureInfo.InvariantCulture)), rows.Count)} of the rows given). {Cure(traits, plan)}";
    }

    private static string Cure(OperationTraits traits, BulkPlan plan)
        => plan.ConcurrencyTokenCells == 0
            ? traits.MissedCure
            : plan.Table.ConcurrencyTokens.FirstOrDefault(column => column.Origin == ValueOrigin.Server) is { } version
                ? $"Read them again. The server changes '{version.Property.Name}' with each update: set ReadGenerated to read it back if you send the same objects again."
                : "Read them again.";

    private static string List(IEnumerable<string> items, int count) => string.Join(", ", items.Take(Named)) + (count > Named ? ", …" : "");

    private static string Text(IReadOnlyList<object?> key) => key.Count == 1 ? Text(key[0]) : $"({string.Join(", ", key.Select(Text))})";

    private static string Text(object? value) => value switch
    {
        null => "null",
        byte[] bytes => "0x" + Convert.ToHexString(bytes),
        string text => $"'{text}'",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
    };
}
