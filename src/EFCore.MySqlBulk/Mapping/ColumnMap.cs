using System.Data.Common;
using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>One column and the property that it stores.</summary>
internal sealed class ColumnMap : ValueMap
{
    public ColumnMap(IColumnMapping mapping, IProperty property, IReadOnlyList<MemberInfo>? path, bool isKey, object? constant)
        : base(mapping.TypeMapping, property.ClrType, mapping.Column.IsNullable)
    {
        Name = mapping.Column.Name;
        Property = property;
        Path = path;
        IsKey = isKey;
        Constant = constant;
        Origin = OriginOf(property, mapping, Kind);
        IsUpdatable = !isKey && property.GetAfterSaveBehavior() == PropertySaveBehavior.Save && constant is null && Origin != ValueOrigin.Server;
    }

    /// <summary>Unquoted.</summary>
    public string Name { get; }

    public IProperty Property { get; }

    /// <summary>The members from the entity to the value, through complex types; <see langword="null" /> for a shadow property.</summary>
    public IReadOnlyList<MemberInfo>? Path { get; }

    public bool IsKey { get; }

    public ValueOrigin Origin { get; }

    /// <summary>An update writes it unless it is told which properties to write.</summary>
    public bool IsUpdatable { get; }

    public bool IsConcurrencyToken => Property.IsConcurrencyToken;

    /// <summary>The value that every row of the entity type has: the discriminator's.</summary>
    public object? Constant { get; }

    /// <summary>Reads the column, compiled on first use.</summary>
    public Func<DbDataReader, int, object?>? Reader { get; set; }

    /// <summary>How messages name it.</summary>
    public string DisplayName => $"{Property.DeclaringType.DisplayName()}.{Property.Name}";

    /// <summary>A row's value, boxed, in the property's type. Not for the rows of a batch: their writers do not box.</summary>
    public object? ValueOf(in BulkRow row)
    {
        if (Constant is not null)
            return Constant;
        if (Path is null)
            return ShadowValues.Current(this, row.Item, row.Entry);
        if (Property.IsIndexerProperty())
            return Property.GetGetter().GetClrValue(row.Item);
        object? value = row.Item;
        foreach (MemberInfo member in Path)
            value = value is null ? null : Get(member, value);
        return value;
    }

    private object? Get(MemberInfo member, object instance) => member switch
    {
        FieldInfo field => field.GetValue(instance),
        PropertyInfo property => property.GetValue(instance),
        _ => throw new InvalidOperationException($"{DisplayName} is read through a {member.MemberType}."),
    };

    private static ValueOrigin OriginOf(IProperty property, IColumnMapping mapping, ValueKind kind)
    {
        if (property.GetBeforeSaveBehavior() == PropertySaveBehavior.Ignore || mapping.Column.ComputedColumnSql is not null)
            return ValueOrigin.Server;
        if (!property.ValueGenerated.HasFlag(ValueGenerated.OnAdd))
            return ValueOrigin.Entity;
        StoreObjectIdentifier table = StoreObjectIdentifier.Table(mapping.Column.Table.Name, mapping.Column.Table.Schema);
        bool hasDefault = property.TryGetDefaultValue(table, out _) || property.GetDefaultValueSql(table) is not null;
        if (hasDefault)
            return ValueOrigin.StoreDefault;
        return kind.IsInteger() && !property.IsForeignKey() ? ValueOrigin.AutoIncrement : ValueOrigin.Entity;
    }
}
