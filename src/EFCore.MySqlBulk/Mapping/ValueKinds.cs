using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Finds the <see cref="ValueKind" /> of a type mapping.</summary>
internal static class ValueKinds
{
    private static readonly Dictionary<Type, ValueKind> Known = new()
    {
        [typeof(bool)] = ValueKind.Boolean,
        [typeof(sbyte)] = ValueKind.SByte,
        [typeof(byte)] = ValueKind.Byte,
        [typeof(short)] = ValueKind.Int16,
        [typeof(ushort)] = ValueKind.UInt16,
        [typeof(int)] = ValueKind.Int32,
        [typeof(uint)] = ValueKind.UInt32,
        [typeof(long)] = ValueKind.Int64,
        [typeof(ulong)] = ValueKind.UInt64,
        [typeof(float)] = ValueKind.Single,
        [typeof(double)] = ValueKind.Double,
        [typeof(decimal)] = ValueKind.Decimal,
        [typeof(char)] = ValueKind.Char,
        [typeof(string)] = ValueKind.Text,
        [typeof(byte[])] = ValueKind.Binary,
        [typeof(DateTime)] = ValueKind.DateTime,
        [typeof(DateTimeOffset)] = ValueKind.DateTimeOffset,
        [typeof(DateOnly)] = ValueKind.DateOnly,
        [typeof(TimeOnly)] = ValueKind.TimeOnly,
        [typeof(TimeSpan)] = ValueKind.TimeSpan,
    };

    public static bool IsInteger(this ValueKind kind) => kind is >= ValueKind.SByte and <= ValueKind.UInt64;

    public static ValueKind Of(RelationalTypeMapping mapping)
    {
        Type provided = mapping.Converter?.ProviderClrType ?? mapping.ClrType;
        Type type = Nullable.GetUnderlyingType(provided) ?? provided;
        if (type.IsEnum)
            type = type.GetEnumUnderlyingType();
        if (type == typeof(Guid))
            return OfGuid(mapping);
        return Known.GetValueOrDefault(type, ValueKind.Other);
    }

    private static ValueKind OfGuid(RelationalTypeMapping mapping) => mapping.StoreTypeNameBase switch
    {
        "char" or "varchar" or "CHAR" or "VARCHAR" => mapping.Size == 32 ? ValueKind.GuidDigits : ValueKind.GuidText,
        _ => ValueKind.Other,
    };
}
