using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Values that no CLR member holds. A tracked entity's entry has them; for an untracked one a foreign key is read from the principal
/// that its navigation refers to, and anything else is the property's default.</summary>
internal static class ShadowValues
{
    public static object? Current(ColumnMap column, object entity, EntityEntry? entry)
        => entry is not null ? entry.Property(column.Property).CurrentValue : Untracked(column.Property, entity);

    public static object? Original(ColumnMap column, EntityEntry entry) => entry.Property(column.Property).OriginalValue;

    private static object? Untracked(IProperty property, object entity)
    {
        foreach (IForeignKey foreignKey in property.GetContainingForeignKeys())
        {
            if (foreignKey.DependentToPrincipal is not { } navigation || navigation.IsShadowProperty())
                continue;
            if (navigation.GetGetter().GetClrValue(entity) is not { } principal)
                continue;
            IProperty key = foreignKey.PrincipalKey.Properties[foreignKey.Properties.IndexOf(property)];
            if (!key.IsShadowProperty())
                return key.GetGetter().GetClrValue(principal);
        }

        return property.Sentinel;
    }

    private static int IndexOf(this IReadOnlyList<IProperty> properties, IProperty property)
    {
        for (int i = 0; i < properties.Count; i++)
        {
            if (properties[i] == property)
                return i;
        }

        return -1;
    }
}
