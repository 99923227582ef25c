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
    private const int LongestVarbinary = 65_532;
    private const int KeyLength = 255;
    private const int MaxDigits = 6;

    protected override RelationalTypeMapping? FindMapping(in RelationalTypeMappingInfo mappingInfo)
    {
        if (base.FindMapping(mappingInfo) is { } plugged)
        {
            return plugged;
        }

        if (mappingInfo.ClrType == typeof(JsonTypePlaceholder))
        {
            return new MySqlJsonTypeMapping(mappingInfo.StoreTypeName ?? "json");
        }

        Type? type = mappingInfo.ClrType ?? StoreTypes.DefaultType(mappingInfo.StoreTypeNameBase, mappingInfo.StoreTypeName);
        return type is null ? null : FindText(mappingInfo, type) ?? FindNumber(mappingInfo, type) ?? FindTime(mappingInfo, type);
    }

    protected override string? ParseStoreTypeName(string? storeTypeName, ref bool? unicode, ref int? size, ref int? precision, ref int? scale)
    {
        string? baseName = base.ParseStoreTypeName(storeTypeName, ref unicode, ref size, ref precision, ref scale);
        // "bigint(20) unsigned": what follows the parenthesis belongs to the name.
        return baseName is not null && storeTypeName!.Contains(") unsigned", StringComparison.OrdinalIgnoreCase)
            ? baseName + " unsigned"
            : baseName;
    }

    private static MySqlTypeMapping? FindText(in RelationalTypeMappingInfo info, Type type)
    {
        if (type == typeof(string) && IsOneOf(StoreTypes.Texts, info))
        {
            return new MySqlTypeMapping(info.StoreTypeName ?? TextType(info), type, Literals.Text, json: JsonStringReaderWriter.Instance);
        }

        if (type == typeof(byte[]))
        {
            return info.IsRowVersion == true
                ? new MySqlTypeMapping(info.StoreTypeName ?? "timestamp(6)", type, Literals.DateTime, Converters.RowVersion)
                : IsOneOf(StoreTypes.Binaries, info)
                    ? new MySqlTypeMapping(info.StoreTypeName ?? BytesType(info), type, Literals.Bytes, json: JsonByteArrayReaderWriter.Instance)
                    : null;
        }

        return type == typeof(Guid) ? FindGuid(info) : null;
    }

    private static MySqlTypeMapping? FindGuid(in RelationalTypeMappingInfo info)
    {
        string? storeType = info.StoreTypeName;
        if (IsNamed(StoreTypes.Binaries, info))
        {
            return new MySqlTypeMapping(storeType!, typeof(Guid), Literals.Bytes, Converters.GuidBytes, JsonGuidReaderWriter.Instance);
        }

        if (IsNamed(StoreTypes.Texts, info) && info.Size == 32)
        {
            return new MySqlTypeMapping(storeType!, typeof(Guid), Literals.Text, Converters.GuidDigits, JsonGuidReaderWriter.Instance);
        }

        return IsOneOf(StoreTypes.Texts, info) && info.Size is null or 36
            ? new MySqlTypeMapping(storeType ?? "char(36)", typeof(Guid), Literals.Guid, json: JsonGuidReaderWriter.Instance)
            : null;
    }

    private static RelationalTypeMapping? FindNumber(in RelationalTypeMappingInfo info, Type type)
    {
        string? storeType = info.StoreTypeName;
        if (type == typeof(decimal))
        {
            return IsOneOf(StoreTypes.Reals, info) || IsNamed(StoreTypes.Integers, info)
                ? new DecimalTypeMapping(storeType ?? DecimalType(info), dbType: null)
                : null;
        }

        if (type == typeof(double) || type == typeof(float))
        {
            return IsOneOf(StoreTypes.Reals, info) ? FindReal(storeType, type) : null;
        }

        return IsOneOf(StoreTypes.Integers, info) || (type != typeof(bool) && IsNamed(StoreTypes.Reals, info)) ? FindInteger(storeType, type) : null;
    }

    private static MySqlTypeMapping FindReal(string? storeType, Type type) => type == typeof(double)
        ? new(storeType ?? "double", type, Literals.Double, json: JsonDoubleReaderWriter.Instance)
        : new(storeType ?? "float", type, Literals.Float, json: JsonFloatReaderWriter.Instance);

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
        if (type == typeof(TimeSpan) || type == typeof(TimeOnly))
        {
            return IsOneOf(StoreTypes.Clocks, info) ? FindClock(info.StoreTypeName ?? WithDigits("time", info), type) : null;
        }

        return IsOneOf(StoreTypes.Times, info) ? FindMoment(info, type) : null;
    }

    private static MySqlTypeMapping FindClock(string storeType, Type type) => type == typeof(TimeSpan)
        ? new(storeType, type, Literals.Time, json: JsonTimeSpanReaderWriter.Instance)
        : new(storeType, type, Literals.Time, Converters.TimeOnly, JsonTimeOnlyReaderWriter.Instance);

    private static MySqlTypeMapping? FindMoment(in RelationalTypeMappingInfo info, Type type)
    {
        bool isDate = type == typeof(DateOnly) || string.Equals(info.StoreTypeName, "date", StringComparison.OrdinalIgnoreCase);
        Func<object, string> literal = isDate ? Literals.Date : Literals.DateTime;
        string storeType = info.StoreTypeName
            ?? (isDate ? "date" : WithDigits(info.IsRowVersion == true ? "timestamp" : "datetime", info));
        return type == typeof(DateTime) ? new(storeType, type, literal, json: JsonDateTimeReaderWriter.Instance)
            : type == typeof(DateTimeOffset) ? new(storeType, type, literal, Converters.DateTimeOffset, JsonDateTimeOffsetReaderWriter.Instance)
            : type == typeof(DateOnly) ? new(storeType, type, literal, Converters.DateOnly, JsonDateOnlyReaderWriter.Instance)
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
        return length is null or < 0 or > LongestVarbinary ? "longblob" : Sized(info.IsFixedLength == true ? "binary" : "varbinary", length.Value);
    }

    private static string DecimalType(in RelationalTypeMappingInfo info) => info.Precision is { } precision
        ? string.Create(CultureInfo.InvariantCulture, $"decimal({precision},{info.Scale ?? 0})")
        : "decimal(65,30)";

    private static string WithDigits(string name, in RelationalTypeMappingInfo info) => Sized(name, info.Precision ?? MaxDigits);

    private static string Sized(string name, int size) => string.Create(CultureInfo.InvariantCulture, $"{name}({size})");

    private static bool IsOneOf(HashSet<string> names, in RelationalTypeMappingInfo info) => info.StoreTypeName is null || IsNamed(names, info);

    private static bool IsNamed(HashSet<string> names, in RelationalTypeMappingInfo info) =>
        info.StoreTypeNameBase is { } name && names.Contains(name);
}
