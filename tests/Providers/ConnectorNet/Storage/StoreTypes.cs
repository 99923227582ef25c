namespace EFCore.MySqlBulk.Provider.ConnectorNet.Storage;

/// <summary>The server's names of column types, by what may be kept in them.</summary>
internal static class StoreTypes
{
    public static readonly HashSet<string> Texts = Names(
        "char", "varchar", "nchar", "nvarchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set", "json");

    public static readonly HashSet<string> Binaries = Names("binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob");

    public static readonly HashSet<string> Integers = Names(
        "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "year", "bit",
        "tinyint unsigned", "smallint unsigned", "mediumint unsigned", "int unsigned", "integer unsigned", "bigint unsigned");

    public static readonly HashSet<string> Reals = Names(
        "float", "double", "real", "decimal", "numeric", "float unsigned", "double unsigned", "decimal unsigned");

    public static readonly HashSet<string> Times = Names("date", "datetime", "timestamp");

    public static readonly HashSet<string> Clocks = Names("time");

    /// <summary>What a column is read as when only its type is known.</summary>
    public static Type? DefaultType(string? baseName, string? storeTypeName) => baseName switch
    {
        null => null,
        _ when storeTypeName is "tinyint(1)" => typeof(bool),
        _ when storeTypeName is "char(36)" => typeof(Guid),
        _ when Texts.Contains(baseName) => typeof(string),
        _ when Binaries.Contains(baseName) => typeof(byte[]),
        _ when Times.Contains(baseName) => baseName == "date" ? typeof(DateOnly) : typeof(DateTime),
        "time" => typeof(TimeSpan),
        "float" => typeof(float),
        "double" or "real" => typeof(double),
        "decimal" or "numeric" => typeof(decimal),
        "tinyint" => typeof(sbyte),
        "tinyint unsigned" => typeof(byte),
        "smallint" or "year" => typeof(short),
        "smallint unsigned" => typeof(ushort),
        "mediumint" or "int" or "integer" => typeof(int),
        "mediumint unsigned" or "int unsigned" or "integer unsigned" => typeof(uint),
        "bigint" => typeof(long),
        "bigint unsigned" or "bit" => typeof(ulong),
        _ => null,
    };

    private static HashSet<string> Names(params string[] names) => new(names, StringComparer.OrdinalIgnoreCase);
}
