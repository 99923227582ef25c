namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>The type to <c>CAST</c> a value to, so that it equals the value in a column of its store type: literals, parameters and a list's columns
/// have other types, and calculations, comparisons and conversions to text depend on the type.</summary>
internal static class CastType
{
    /// <summary>The type; <see langword="null" /> for text, binary and other values, which are the same in every form.</summary>
    public static string? Of(ValueMap value)
    {
        string type = value.TypeMapping.StoreType.Trim().ToLowerInvariant();
        int open = type.IndexOf('(');
        int close = type.IndexOf(')');
        string[] sizes = open < 0 || close < open ? [] : type[(open + 1)..close].Split(',', StringSplitOptions.TrimEntries);
        string name = open < 0 ? type.Split(' ')[0] : type[..open].Trim();
        return name switch
        {
            "tinyint" or "smallint" or "mediumint" or "int" or "integer" or "bigint" => type.Contains("unsigned", StringComparison.Ordinal) ? "UNSIGNED" : "SIGNED",
            "bool" or "boolean" => "SIGNED",
            "bit" or "year" => "UNSIGNED",
            // The largest number of digits before the point: the cast then rounds as the column does, and truncates nothing.
            "decimal" or "numeric" or "dec" or "fixed" => $"DECIMAL(65,{(sizes.Length > 1 ? sizes[1] : "0")})",
            "float" => sizes is [var bits] && int.TryParse(bits, out int size) && size > 24 ? "DOUBLE" : "FLOAT",
            "double" or "real" => "DOUBLE",
            "date" => "DATE",
            "datetime" or "timestamp" => $"DATETIME({(sizes.Length > 0 ? sizes[0] : "0")})",
            "time" => $"TIME({(sizes.Length > 0 ? sizes[0] : "0")})",
            _ => null,
        };
    }
}
