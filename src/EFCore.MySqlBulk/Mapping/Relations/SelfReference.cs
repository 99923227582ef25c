using System.Collections;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Shapes;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace EFCore.MySqlBulk.Mapping.Relations;

/// <summary>A foreign key by which rows refer to rows of their own table.</summary>
internal sealed class SelfReference(IForeignKey foreignKey)
{
    private readonly INavigation? _from = foreignKey.PrincipalToDependent is { } from && !from.IsShadowProperty()
        && !(LazyNavigation.CanBeIn(foreignKey.PrincipalEntityType) && LazyNavigation.LoadsWhenRead(from)) ? from : null;

    private readonly INavigation? _to = foreignKey.DependentToPrincipal is { } to && !to.IsShadowProperty() ? to : null;

    public IForeignKey ForeignKey => foreignKey;

    /// <summary>Whether a row has a navigation to the rows that refer to it.</summary>
    public bool HasDependents => _from is not null;

    /// <summary>The entities to which a row has a navigation.</summary>
    public IEnumerable<object> DependentsOf(object principal)
    {
        if (!IsOf(foreignKey.PrincipalEntityType, principal) || _from!.GetGetter().GetClrValue(principal) is not { } value)
            return [];
        return _from.IsCollection ? ((IEnumerable)value).OfType<object>() : [value];
    }

    /// <summary>The principal key, which several references may share.</summary>
    public object Principal => foreignKey.PrincipalKey;

    /// <summary>The entity that the row's navigation refers to. A tracked row's foreign key agrees with it.</summary>
    public object? PrincipalOf(in BulkRow row)
        => _to is not null && !row.IsTracked && IsOf(foreignKey.DeclaringEntityType, row.Item) ? _to.GetGetter().GetClrValue(row.Item) : null;

    /// <summary>The key that the row refers to; <see langword="null" /> if it refers to none.</summary>
    /// <param name="row">The row.</param>
    /// <param name="stored">Whether the original value is read, not the current one.</param>
    public object? ReferenceOf(in BulkRow row, bool stored)
        => IsOf(foreignKey.DeclaringEntityType, row.Item) ? Read(foreignKey.Properties, row.Item, row.IsTracked ? row.Entry : null, stored) : null;

    /// <summary>The key by which others refer to a row; <see langword="null" /> if it is not known yet.</summary>
    public object? KeyOf(object item, EntityEntry? tracked)
    {
        if (!IsOf(foreignKey.PrincipalKey.DeclaringEntityType, item))
            return null;
        foreach (IProperty property in foreignKey.PrincipalKey.Properties)
        {
            bool isUnset = tracked is null && property.ValueGenerated.HasFlag(ValueGenerated.OnAdd) && !property.IsShadowProperty()
                && Equals(property.GetGetter().GetClrValue(item), property.Sentinel);
            if (isUnset)
                return null;
        }

        return Read(foreignKey.PrincipalKey.Properties, item, tracked, stored: false);
    }

    private static bool IsOf(IEntityType type, object item) => type.ClrType.IsInstanceOfType(item);

    private static object? Read(IReadOnlyList<IProperty> properties, object item, EntityEntry? tracked, bool stored)
    {
        if (properties.Count == 1)
            return Read(properties[0], item, tracked, stored);
        object?[] values = new object?[properties.Count];
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = Read(properties[i], item, tracked, stored);
            if (values[i] is null)
                return null;
        }

        return values;
    }

    private static object? Read(IProperty property, object item, EntityEntry? tracked, bool stored)
    {
        object? value = tracked is not null ? stored ? tracked.Property(property).OriginalValue : InternalEntries.Current(tracked, property)
            : property.IsShadowProperty() ? null
            : property.GetGetter().GetClrValue(item);
        return property.GetTypeMapping().Converter is ValueConverter converter ? converter.ConvertToProvider(value) : value;
    }
}
