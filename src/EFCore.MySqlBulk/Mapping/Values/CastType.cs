namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>The type that <c>CAST</c> gives a value so that it is what a column of its store type would hold: a literal, a parameter and a list's column have types of their own, and calculations, comparisons and
/// texts depend on them.</summary>
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
            // As many digits as there are in front of the point: the cast rounds as the column does, and nothing is cut off.
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
