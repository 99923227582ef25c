using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Sql;

/// <summary><c>SELECT c0 AS c0, … FROM JSON_TABLE({0}, …)</c>: the values of one JSON parameter as rows, so that a list of any length is the same statement.</summary>
internal static class JsonList
{
    // MySQL parses the JSON again for each row of a table that it joins before the list; a subquery with a limit is materialized once.
    private const string ReadOnce = "LIMIT 18446744073709551615";

    /// <summary>The rows.</summary>
    /// <param name="parts">The values of a row.</param>
    /// <param name="withPlace">Whether a column <c>place</c> numbers the rows, from 1 on.</param>
    public static string Rows(IReadOnlyList<ValueMap> parts, bool withPlace)
    {
        string json = IsBase64(parts) ? "CONVERT(FROM_BASE64({0}) USING utf8mb4)" : "{0}";
        IEnumerable<string> columns = parts.Select((part, i) => $"c{i} {ColumnType(part)} PATH '{(parts.Count == 1 ? "$" : $"$[{i}]")}'");
        IEnumerable<string> read = parts.Select((part, i) => $"{Value(part, $"c{i}")} AS c{i}");
        string place = withPlace ? "place, " : "";
        string numbered = withPlace ? "place FOR ORDINALITY, " : "";
        return $"SELECT {place}{string.Join(", ", read)} FROM (SELECT * FROM JSON_TABLE({json}, '$[*]' COLUMNS ({numbered}{string.Join(", ", columns)})) AS j {ReadOnce}) AS d";
    }

    /// <summary>Whether the parameter is Base64 of the JSON's UTF-8, because JSON with anything but numbers has quotes.</summary>
    public static bool IsBase64(IReadOnlyList<ValueMap> parts)
        => parts.Any(part => !part.Kind.IsInteger() && part.Kind is not (ValueKind.Boolean or ValueKind.Single or ValueKind.Double));

    // The widest type of each kind: a key outside the range of the column's type then equals no row, instead of being truncated to another key.
    private static string ColumnType(ValueMap part) => part.Kind switch
    {
        ValueKind.UInt64 => "BIGINT UNSIGNED",
        ValueKind.Boolean => "BIGINT",
        ValueKind.Single or ValueKind.Double => "DOUBLE",
        ValueKind.Decimal => "DECIMAL(65,30)",
        ValueKind.DateTime or ValueKind.DateTimeOffset => "DATETIME(6)",
        ValueKind.DateOnly => "DATE",
        ValueKind.TimeOnly or ValueKind.TimeSpan => "TIME(6)",
        ValueKind.Binary or ValueKind.Other => "LONGTEXT",
        _ when part.Kind.IsInteger() => "BIGINT",
        _ => "JSON",
    };

    // The text of JSON_UNQUOTE takes the collation of the column it is compared with, as a literal does. Any other text of JSON_TABLE has a collation
    // of its own, which causes error 1267 or prevents the use of an index.
    private static string Value(ValueMap part, string column) => part.Kind switch
    {
        ValueKind.Char or ValueKind.Text or ValueKind.GuidText or ValueKind.GuidDigits => $"JSON_UNQUOTE({column})",
        ValueKind.Binary or ValueKind.Other => $"UNHEX({column})",
        _ => column,
    };
}
