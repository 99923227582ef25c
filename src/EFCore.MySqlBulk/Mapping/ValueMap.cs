using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Mapping;

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

    public object? ToProvider(object? value) => TypeMapping.Converter is { } converter ? converter.ConvertToProvider(value) : value;
}
