namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>SQL that shows the value of a column, to the last bit.</summary>
internal static class StoredText
{
    /// <summary>The expression for a column of a store type.</summary>
    public static string Of(string column, string storeType) => storeType.Split('(', ' ')[0] switch
    {
        // A FLOAT is shown with six digits unless it is converted to DOUBLE, and HEX would round both to integers.
        "geometry" or "point" => $"HEX({column})",
        "float" or "double" or "real" => $"CAST({column} + 0E0 AS CHAR)",
        "bit" => $"CAST({column} + 0 AS CHAR)",
        "char" or "varchar" or "text" or "tinytext" or "mediumtext" or "longtext" => $"HEX({column})",
        "binary" or "varbinary" or "tinyblob" or "blob" or "mediumblob" or "longblob" => $"HEX({column})",
        _ => $"CAST({column} AS CHAR)",
    };
}
