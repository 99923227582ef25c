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

    /// <summary>Whether the value can be a parameter of a prepared statement. Of the types that only the driver can send, this is certain only for
    /// GUIDs: others are written wrongly by the driver, refused by the server or stored as NULL (MariaDB's spatial types).</summary>
    public bool CanBePrepared => Kind != ValueKind.Other || ValueKinds.TypeSent(TypeMapping) == typeof(Guid);

    public object? ToProvider(object? value) => TypeMapping.Converter is { } converter ? converter.ConvertToProvider(value) : value;
}
