using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Mapping.Values;

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

    /// <summary>A sample value that gives a parameter its type; <see langword="null" /> if the type is text or the mapping decides.</summary>
    public static object? Sample(this ValueKind kind) => kind switch
    {
        ValueKind.Boolean => false,
        ValueKind.SByte => (sbyte)0,
        ValueKind.Byte => (byte)0,
        ValueKind.Int16 => (short)0,
        ValueKind.UInt16 => (ushort)0,
        ValueKind.Int32 => 0,
        ValueKind.UInt32 => 0U,
        ValueKind.Int64 => 0L,
        ValueKind.UInt64 => 0UL,
        ValueKind.Single => 0F,
        ValueKind.Double => 0D,
        ValueKind.Decimal => 0M,
        ValueKind.Binary => Array.Empty<byte>(),
        ValueKind.DateTime => DateTime.UnixEpoch,
        ValueKind.DateTimeOffset => DateTimeOffset.UnixEpoch,
        ValueKind.DateOnly => DateOnly.MinValue,
        _ => null,
    };

    public static ValueKind Of(RelationalTypeMapping mapping)
    {
        Type type = TypeSent(mapping);
        if (type.IsEnum)
            type = type.GetEnumUnderlyingType();
        if (type == typeof(Guid))
            return OfGuid(mapping);
        return Known.GetValueOrDefault(type, ValueKind.Other);
    }

    /// <summary>The type behind the mapping's converter.</summary>
    public static Type TypeSent(RelationalTypeMapping mapping)
    {
        Type provided = mapping.Converter?.ProviderClrType ?? mapping.ClrType;
        return Nullable.GetUnderlyingType(provided) ?? provided;
    }

    private static ValueKind OfGuid(RelationalTypeMapping mapping) => mapping.StoreTypeNameBase switch
    {
        "char" or "varchar" or "CHAR" or "VARCHAR" => mapping.Size == 32 ? ValueKind.GuidDigits : ValueKind.GuidText,
        _ => ValueKind.Other,
    };
}
