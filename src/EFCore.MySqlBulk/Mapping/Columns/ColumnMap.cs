using System.Diagnostics;
using System.Data.Common;
using System.Reflection;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Mapping.Columns;

/// <summary>One column and what it stores: a property, or a JSON document.</summary>
internal class ColumnMap : ValueMap
{
    private string? _propertyPath;

    /// <param name="mapping">The column.</param>
    /// <param name="property">The property.</param>
    /// <param name="path">The members from the entity to the value.</param>
    /// <param name="optional">The positions of members that may be null.</param>
    /// <param name="key">The primary key.</param>
    /// <param name="constant">The value of every row.</param>
    /// <param name="isFurther">Whether another table generates the key.</param>
    public ColumnMap(IColumnMapping mapping, IProperty property, IReadOnlyList<MemberInfo>? path, IReadOnlyList<int> optional, IKey key, object? constant, bool isFurther)
        : base(mapping.TypeMapping, property.ClrType, mapping.Column.IsNullable)
    {
        Name = mapping.Column.Name;
        Member = property;
        Path = path;
        OptionalParts = optional;
        IsKey = key.Properties.Contains(property);
        Constant = constant;
        Origin = isFurther && IsKey ? ValueOrigin.Entity : ValueOrigins.Of(property, mapping, ValueOrigins.Counter(key) == property);
        CanBeLeftOut = Origin == ValueOrigin.StoreDefault && !ValueOrigins.HasDefault(property, mapping);
        IsUpdatable = !IsKey && property.GetAfterSaveBehavior() == PropertySaveBehavior.Save && constant is null && mapping.Column.ComputedColumnSql is null;
    }

    /// <summary>For columns whose value is not that of one member of the row.</summary>
    protected ColumnMap(string name, IPropertyBase member, Type clrType, RelationalTypeMapping typeMapping, bool isNullable)
        : base(typeMapping, clrType, isNullable)
    {
        Name = name;
        Member = member;
    }

    /// <summary>The column's name, unquoted.</summary>
    public string Name { get; }

    /// <summary>The property, or the navigation or complex property that is stored as JSON.</summary>
    public IPropertyBase Member { get; }

    /// <summary>The names of the properties from the entity to the value, such as <c>Address.City</c>: the members that are read may be backing fields.</summary>
    public string PropertyPath => _propertyPath ??= PathOf(Member);

    /// <summary>Whether the column holds a JSON document.</summary>
    public bool HoldsDocument => Member is not IProperty;

    /// <summary>The property's type mapping; not for JSON, which stores no property.</summary>
    public IProperty Property => (IProperty)Member;

    /// <summary>The members from the entity to the value, through complex types and owned entities; <see langword="null" /> for a shadow property.</summary>
    public IReadOnlyList<MemberInfo>? Path { get; protected init; }

    /// <summary>The places in <see cref="Path" /> of owned entities and complex values that may be null. The column is null then.</summary>
    public IReadOnlyList<int> OptionalParts { get; protected init; } = [];

    /// <summary>The navigation to another entity in the same row that has the value. An update does not write the column if that navigation is null.</summary>
    public INavigation? Sharing { get; init; }

    public bool IsKey { get; protected init; }

    public ValueOrigin Origin { get; protected init; }

    /// <summary>Whether inserts omit the column if a row leaves its value to the server: its default is not in the model and may come from a trigger.</summary>
    public bool CanBeLeftOut { get; }

    /// <summary>Whether an update writes the column by default.</summary>
    public bool IsUpdatable { get; protected init; }

    /// <summary>Whether the model does not allow a new entity to have a value.</summary>
    public bool IsFixedBeforeSave => Member is IProperty property && property.GetBeforeSaveBehavior() == PropertySaveBehavior.Throw;

    /// <summary>Whether the model does not allow the value of a stored entity to change.</summary>
    public bool IsFixedAfterSave => !IsKey && Constant is null && Member is IProperty property && property.GetAfterSaveBehavior() == PropertySaveBehavior.Throw;

    /// <summary>When the server generates values.</summary>
    public ValueGenerated ValueGenerated => Member is IProperty property ? property.ValueGenerated : ValueGenerated.Never;

    public virtual bool IsConcurrencyToken => Property.IsConcurrencyToken;

    /// <summary>The value that every row of the entity type has: that of the discriminator.</summary>
    public object? Constant { get; }

    /// <summary>Whether an entity holds the property's sentinel, compiled on first use.</summary>
    public Func<object, bool>? HasSentinel { get; set; }

    /// <summary>Reads the column, compiled on first use.</summary>
    public Func<DbDataReader, int, object?>? Reader { get; set; }

    // A backing field may be null although its property cannot be.
    private object? Unset => ClrTypes.CanBeNull(Property.ClrType) ? null : Activator.CreateInstance(Property.ClrType);

    /// <summary>The name in messages.</summary>
    public string DisplayName => $"{Member.DeclaringType.DisplayName()}.{Member.Name}";

    /// <summary>Whether the property of a tracked row is modified.</summary>
    public virtual bool IsModified(EntityEntry row) => InternalEntries.IsModified(row, Property);

    /// <summary>A row's value, boxed, in the property's type. Batches use compiled writers instead, which do not box.</summary>
    public virtual object? ValueOf(object item, EntityEntry? entry)
    {
        if (Constant is not null)
            return Constant;
        if (Path is null)
            return ShadowValue(item, entry);
        if (Property.IsIndexerProperty())
            return Property.GetGetter().GetClrValue(item);
        object? value = item;
        for (int i = 0; i < Path.Count; i++)
        {
            value = value is null ? null : Get(Path[i], value);
            if (value is null && OptionalParts.Contains(i))
                return null;
        }

        return value ?? Unset;
    }

    /// <summary>The value of a column that has no <see cref="Path" />.</summary>
    public virtual object? ShadowValue(object item, EntityEntry? entry) => ShadowValues.Current(Property, item, entry);

    /// <summary>Whether a value that the server generated can be written to the row: to a member, or to its entry.</summary>
    public virtual bool TakesValueOf(bool isTracked) => Path is not null || isTracked;

    /// <summary>A value of the property's type as it is sent to the server.</summary>
    public object? Sent(object? value) => value is null ? null : TypeMapping.Converter?.ConvertToProvider(value) ?? value;

    private object? Get(MemberInfo member, object instance) => member switch
    {
        FieldInfo field => field.GetValue(instance),
        PropertyInfo property => property.GetValue(instance),
        _ => throw new UnreachableException($"{DisplayName} is read through a {member.MemberType}."),
    };

    private static string PathOf(IPropertyBase property) => property.DeclaringType switch
    {
        IComplexType complex => $"{PathOf(complex.ComplexProperty)}.{property.Name}",
        IEntityType type when type.FindOwnership() is { PrincipalToDependent: { } owned } => $"{PathOf(owned)}.{property.Name}",
        _ => property.Name,
    };
}
