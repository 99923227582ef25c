using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Columns;

/// <summary>Shadow values. A tracked entity's entry has them. For an untracked one, a foreign key is read from the principal that its navigation
/// refers to, and any other is not known: an insert uses the property's default, and an update does not write it.</summary>
internal static class ShadowValues
{
    public static object? Current(IProperty property, object entity, EntityEntry? entry)
        => entry is not null ? entry.Property(property).CurrentValue : OfPrincipal(property, entity) ?? property.Sentinel;

    public static object? Original(IProperty property, EntityEntry entry) => entry.Property(property).OriginalValue;

    /// <summary>Whether the row's value is known, and not replaced by a default.</summary>
    public static bool IsKnown(IProperty property, object entity, EntityEntry? entry)
        => entry is not null ? !InternalEntries.IsUnknown(entry, property) : OfPrincipal(property, entity) is not null;

    private static object? OfPrincipal(IProperty property, object entity)
    {
        foreach (IForeignKey foreignKey in property.GetContainingForeignKeys())
        {
            if (foreignKey.DependentToPrincipal is not { } navigation || navigation.IsShadowProperty())
                continue;
            if (navigation.GetGetter().GetClrValue(entity) is not { } principal)
                continue;
            if (PrincipalKey.Of(foreignKey.Principal(property), principal, null) is { } value)
                return value;
        }

        return null;
    }
}
