using System.Globalization;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Storage.Json;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Storage;

/// <summary>Column types equal to the documented defaults of the other providers.</summary>
internal sealed class MySqlTypeMappingSource(
    TypeMappingSourceDependencies dependencies, RelationalTypeMappingSourceDependencies relationalDependencies)
    : RelationalTypeMappingSource(dependencies, relationalDependencies)
{
    // utf8mb4 takes up to four bytes a character, and a row holds 65,535 bytes.
    private const int LongestVarchar = 65_535 / 4;
    private const int KeyLength = 255;
    private const int MostDigits = 6;

    private static readonly HashSet<string> Texts =
        new(StringComparer.OrdinalIgnoreCase) { "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set", "json", "nchar", "nvarchar" };

    private static readonly HashSet<string> Binaries =
        new(StringComparer.OrdinalIgnoreCase) { "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" };

    private static readonly HashSet<string> Integers = new(StringComparer.OrdinalIgnoreCase)
    {
        "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "year", "bit",
        "tinyint unsigned", "smallint unsigned", "mediumint unsigned", "int unsigned", "integer unsigned", "bigint unsigned",
    };

    private static readonly HashSet<string> Reals =
        new(StringComparer.OrdinalIgnoreCase) { "float", "double", "real", "decimal", "numeric", "float unsigned", "double unsigned", "decimal unsigned" };

    private static readonly HashSet<string> Times = new(StringComparer.OrdinalIgnoreCase) { "date", "datetime", "timestamp" };

    protected override RelationalTypeMapping? FindMapping(in RelationalTypeMappingInfo mappingInfo)
    {
        if (base.FindMapping(mappingInfo) is { } plugged)
        {
            return plugged;
        }

        Type? type = mappingInfo.ClrType ?? DefaultType(mappingInfo.StoreTypeNameBase, mappingInfo.StoreTypeName);
        return type is null ? null : FindText(mappingInfo, type) ?? FindNumber(mappingInfo, type) ?? FindTime(mappingInfo, type);
    }

    protected override string? ParseStoreTypeName(string? storeTypeName, ref bool? unicode, ref int? size, ref int? precision, ref int? scale)
    {
        string? baseName = base.ParseStoreTypeName(storeTypeName, ref unicode, ref size, ref precision, ref scale);
        // "bigint(20) unsigned": what follows the parenthesis belongs to the name.
        return baseName is not null && storeTypeName!.Contains(") unsigned", StringComparison.OrdinalIgnoreCase) ? baseName + " unsigned" : baseName;
    }

    private static MySqlTypeMapping? FindText(in RelationalTypeMappingInfo info, Type type)
    {
        if (type == typeof(string) && IsOneOf(Texts, info))
        {
            return new MySqlTypeMapping(info.StoreTypeName ?? TextType(info), type, Literals.Text, json: JsonStringReaderWriter.Instance);
        }

        if (type == typeof(byte[]))
        {
            return info.IsRowVersion == true
                ? new MySqlTypeMapping(info.StoreTypeName ?? "timestamp(6)", type, Literals.DateTime, Converters.RowVersion)
                : IsOneOf(Binaries, info)
                    ? new MySqlTypeMapping(info.StoreTypeName ?? BytesType(info), type, Literals.Bytes, json: JsonByteArrayReaderWriter.Instance)
                    : null;
        }

        return type == typeof(Guid) ? FindGuid(info) : null;
    }

    private static MySqlTypeMapping? FindGuid(in RelationalTypeMappingInfo info)
    {
        string? storeType = info.StoreTypeName;
        if (IsNamed(Binaries, info))
        {
            return new MySqlTypeMapping(storeType!, typeof(Guid), Literals.Bytes, Converters.GuidBytes, JsonGuidReaderWriter.Instance);
        }

        if (IsNamed(Texts, info) && info.Size == 32)
        {
            return new MySqlTypeMapping(storeType!, typeof(Guid), Literals.Text, Converters.GuidDigits, JsonGuidReaderWriter.Instance);
        }

        return IsOneOf(Texts, info) && info.Size is null or 36
            ? new MySqlTypeMapping(storeType ?? "char(36)", typeof(Guid), Literals.Guid, json: JsonGuidReaderWriter.Instance)
            : null;
    }

    private static RelationalTypeMapping? FindNumber(in RelationalTypeMappingInfo info, Type type)
    {
        string? storeType = info.StoreTypeName;
        if (type == typeof(decimal))
        {
            return IsOneOf(Reals, info) || IsNamed(Integers, info) ? new DecimalTypeMapping(storeType ?? DecimalType(info), dbType: null) : null;
        }

        if (type == typeof(double) || type == typeof(float))
        {
            return !IsOneOf(Reals, info)
                ? null
                : type == typeof(double)
                    ? new MySqlTypeMapping(storeType ?? "double", type, Literals.Double, json: JsonDoubleReaderWriter.Instance)
                    : new MySqlTypeMapping(storeType ?? "float", type, Literals.Float, json: JsonFloatReaderWriter.Instance);
        }

        return IsOneOf(Integers, info) || (type != typeof(bool) && IsNamed(Reals, info)) ? FindInteger(storeType, type) : null;
    }

    private static RelationalTypeMapping? FindInteger(string? storeType, Type type) => Type.GetTypeCode(type) switch
    {
        _ when type.IsEnum => null,
        TypeCode.Boolean => new BoolTypeMapping(storeType ?? "tinyint(1)", dbType: null),
        TypeCode.SByte => new SByteTypeMapping(storeType ?? "tinyint", dbType: null),
        TypeCode.Byte => new ByteTypeMapping(storeType ?? "tinyint unsigned", dbType: null),
        TypeCode.Int16 => new ShortTypeMapping(storeType ?? "smallint", dbType: null),
        TypeCode.UInt16 => new UShortTypeMapping(storeType ?? "smallint unsigned", dbType: null),
        TypeCode.Int32 => new IntTypeMapping(storeType ?? "int", dbType: null),
        TypeCode.UInt32 => new UIntTypeMapping(storeType ?? "int unsigned", dbType: null),
        TypeCode.Int64 => new LongTypeMapping(storeType ?? "bigint", dbType: null),
        TypeCode.UInt64 => new ULongTypeMapping(storeType ?? "bigint unsigned", dbType: null),
        _ => null,
    };

    private static MySqlTypeMapping? FindTime(in RelationalTypeMappingInfo info, Type type)
    {
        string? storeType = info.StoreTypeName;
        if (type == typeof(TimeSpan) || type == typeof(TimeOnly))
        {
            bool time = storeType is null || info.StoreTypeNameBase!.Equals("time", StringComparison.OrdinalIgnoreCase);
            return !time ? null
                : type == typeof(TimeSpan)
                    ? new MySqlTypeMapping(storeType ?? WithDigits("time", info), type, Literals.Time, json: JsonTimeSpanReaderWriter.Instance)
                    : new MySqlTypeMapping(storeType ?? WithDigits("time", info), type, Literals.Time, Converters.TimeOnly, JsonTimeOnlyReaderWriter.Instance);
        }

        if (!IsOneOf(Times, info))
        {
            return null;
        }

        Func<object, string> literal = type == typeof(DateOnly) || string.Equals(storeType, "date", StringComparison.OrdinalIgnoreCase) ? Literals.Date : Literals.DateTime;
        string moment = storeType ?? WithDigits(info.IsRowVersion == true ? "timestamp" : "datetime", info);
        return type == typeof(DateTime) ? new MySqlTypeMapping(moment, type, literal, json: JsonDateTimeReaderWriter.Instance)
            : type == typeof(DateTimeOffset) ? new MySqlTypeMapping(moment, type, literal, Converters.DateTimeOffset, JsonDateTimeOffsetReaderWriter.Instance)
            : type == typeof(DateOnly) ? new MySqlTypeMapping(storeType ?? "date", type, literal, Converters.DateOnly, JsonDateOnlyReaderWriter.Instance)
            : null;
    }

    private static string TextType(in RelationalTypeMappingInfo info)
    {
        int? length = info.Size ?? (info.IsKeyOrIndex ? KeyLength : null);
        return length is null or < 0 or > LongestVarchar ? "longtext" : Sized(info.IsFixedLength == true ? "char" : "varchar", length.Value);
    }

    private static string BytesType(in RelationalTypeMappingInfo info)
    {
        int? length = info.Size ?? (info.IsKeyOrIndex ? KeyLength : null);
        return length is null or < 0 or > 65_532 ? "longblob" : Sized(info.IsFixedLength == true ? "binary" : "varbinary", length.Value);
    }

    private static string DecimalType(in RelationalTypeMappingInfo info) => info.Precision is { } precision
        ? string.Create(CultureInfo.InvariantCulture, $"decimal({precision},{info.Scale ?? 0})")
        : "decimal(65,30)";

    private static string WithDigits(string name, in RelationalTypeMappingInfo info) => Sized(name, info.Precision ?? MostDigits);

    private static string Sized(string name, int size) => string.Create(CultureInfo.InvariantCulture, $"{name}({size})");

    private static bool IsOneOf(HashSet<string> names, in RelationalTypeMappingInfo info) => info.StoreTypeName is null || IsNamed(names, info);

    private static bool IsNamed(HashSet<string> names, in RelationalTypeMappingInfo info) =>
        info.StoreTypeNameBase is { } name && names.Contains(name);

    private static Type? DefaultType(string? baseName, string? storeTypeName) => baseName switch
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
}
