using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>How a CLR value is converted for the server: a column's value, or a parameter's of <c>BulkExecute</c>.</summary>
internal class ValueMap
{
    public ValueMap(RelationalTypeMapping typeMapping, Type clrType, bool isNullable)
    {
        TypeMapping = typeMapping;
        ClrType = clrType;
        Kind = ValueKinds.Of(typeMapping);
        IsNullable = isNullable;
    }

    public RelationalTypeMapping TypeMapping { get; }

    /// <summary>The type before any converter.</summary>
    public Type ClrType { get; }

    public ValueKind Kind { get; protected init; }

    public bool IsNullable { get; }

    /// <summary>A prepared statement can carry the value. Of the types that only the driver can send, this is certain of a GUID: of the others, some are written wrongly by the driver there, and some
    /// are refused by the server or stored as NULL, such as MariaDB's spatial ones.</summary>
    public bool CanBePrepared => Kind != ValueKind.Other || ValueKinds.TypeSent(TypeMapping) == typeof(Guid);

    public object? ToProvider(object? value) => TypeMapping.Converter is { } converter ? converter.ConvertToProvider(value) : value;
}
