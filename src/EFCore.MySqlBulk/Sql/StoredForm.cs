using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning.Server;

namespace EFCore.MySqlBulk.Sql;

/// <summary>A given value as a column would store it: rounded, trimmed, padded, in its character set. Compared in this form, it finds its row, and the column's index is used.</summary>
internal static class StoredForm
{
    /// <param name="type">The column's type on the server, if it is known.</param>
    /// <param name="kind">The kind of the value that is sent.</param>
    /// <param name="value">Returns the text of the value; called for each occurrence.</param>
    public static string Of(StoredType? type, ValueKind kind, Func<string> value) => type?.Name switch
    {
        "datetime" or "timestamp" when type.Length < 6 => $"CAST({value()} AS DATETIME({type.Length}))",
        "time" when type.Length < 6 => $"CAST({value()} AS TIME({type.Length}))",
        // The time of day is rounded first, possibly to the next day.
        "date" when kind is ValueKind.DateTime or ValueKind.DateTimeOffset => $"CAST(CAST({value()} AS DATETIME(0)) AS DATE)",
        // Wide enough for a value outside the column's range, which would otherwise be truncated.
        "decimal" => $"CAST({value()} AS DECIMAL(65,{type.Scale}))",
        "float" => $"CAST({value()} AS FLOAT)",
        // A longer value is not converted, and equals nothing.
        "binary" when kind == ValueKind.Binary => $"CONCAT({value()},REPEAT(0x00,{type.Length}-LENGTH({value()})))",
        "char" when kind is ValueKind.Text or ValueKind.Char => InCharacterSet(type, () => $"RTRIM({value()})"),
        _ when kind is ValueKind.Text or ValueKind.Char => InCharacterSet(type, value),
        _ => value(),
    };

    /// <summary>Text in the column's character set; NULL, which equals nothing, if it lacks a character. The server converts a single literal, but
    /// not a list's column (error 1267 or 3854).</summary>
    public static string InCharacterSet(StoredType? type, Func<string> value) => type is not { IsNarrow: true } ? value()
        : $"CASE WHEN CONVERT(CONVERT({value()} USING {type.CharacterSet}) USING utf8mb4) COLLATE utf8mb4_bin={value()} THEN CONVERT({value()} USING {type.CharacterSet}) COLLATE {type.Collation} END";

    /// <summary>A given text for a comparison with a stored one: in the column's character set, with its collation. A text with a character that is
    /// not in the character set equals nothing.</summary>
    public static string ComparedText(StoredType? type, Func<string> value) => type is not { IsNarrow: true } ? value()
        : $"CASE WHEN {value()} IS NULL OR CONVERT(CONVERT({value()} USING {type.CharacterSet}) USING utf8mb4) COLLATE utf8mb4_bin={value()} THEN CONVERT({value()} USING {type.CharacterSet}) COLLATE {type.Collation}"
            + $" ELSE CONCAT(_{type.CharacterSet} X'00',CONVERT({value()} USING {type.CharacterSet})) COLLATE {type.Collation} END";

    /// <summary>A stored text for an expression with given ones, in a character set with all characters: MariaDB refuses to mix character sets (error 1267).</summary>
    public static string InUnicode(StoredType? type, string stored) => type is not { IsNarrow: true } ? stored
        : $"CONVERT({stored} USING utf8mb4){(type.Collation!.EndsWith("_bin", StringComparison.Ordinal) ? " COLLATE utf8mb4_bin" : "")}";

    /// <summary>The COLLATE clause that gives a Unicode text the collation of a column, or the nearest one if the column's character set is another.</summary>
    public static string UnicodeCollation(StoredType? type) => type switch
    {
        { Collation: null } or null => "",
        { CharacterSet: "utf8mb4" } => $" COLLATE {type.Collation}",
        _ => type.Collation.EndsWith("_ci", StringComparison.Ordinal) ? " COLLATE utf8mb4_unicode_ci" : " COLLATE utf8mb4_bin",
    };

    /// <summary>Compares a stored text with a given one byte by byte, whatever the column's character set.</summary>
    public static string SameText(string stored, string value) => $"CAST(CONVERT({stored} USING utf8mb4) AS BINARY) <=> CAST(CONVERT({value} USING utf8mb4) AS BINARY)";

    /// <summary>A form of a given value that is the same for all values that are equal by the column's collation.</summary>
    public static string Ranked(StoredType? type, ValueKind kind, string value)
    {
        string form = Of(type, kind, () => value);
        return kind is ValueKind.Text or ValueKind.Char && type is { IsNarrow: false, Collation: { } collation } ? $"{form} COLLATE {collation}" : form;
    }

    /// <summary>Whether the column may store another value than the given one.</summary>
    public static bool Changes(StoredType? type, ValueKind kind) => type is not null && kind is not (ValueKind.Text or ValueKind.Char) && Of(type, kind, static () => "v") != "v";
}
