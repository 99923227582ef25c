using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Columns;

/// <summary>The key of an entity that rows refer to.</summary>
internal static class PrincipalKey
{
    /// <summary>One property of the key; <see langword="null" /> if its value is not known, because it will be generated and has not been yet.</summary>
    public static object? Of(IProperty key, object principal, EntityEntry? entry)
    {
        if (entry is not null)
            return InternalEntries.IsTemporary(entry, key) ? null : Known(key, InternalEntries.Current(entry, key), principal);
        return key.IsShadowProperty() ? null : Known(key, key.GetGetter().GetClrValue(principal), principal);
    }

    private static object? Known(IProperty key, object? value, object principal)
        => value is null || (IsGenerated(key) && Equals(value, key.Sentinel ?? Unset(key.ClrType))) ? OfItsOwnPrincipal(key, principal) : value;

    // The key of a row that shares it with its own principal.
    private static object? OfItsOwnPrincipal(IProperty property, object entity)
    {
        foreach (IForeignKey foreignKey in property.GetContainingForeignKeys())
        {
            IProperty repeated = foreignKey.Principal(property);
            if (foreignKey.DependentToPrincipal is { } to && !to.IsShadowProperty() && repeated != property
                && to.GetGetter().GetClrValue(entity) is { } principal && Of(repeated, principal, null) is { } value)
            {
                return value;
            }
        }

        return null;
    }

    private static bool IsGenerated(IProperty key)
        => key.ValueGenerated.HasFlag(ValueGenerated.OnAdd)
            || key.GetContainingForeignKeys().Any(f => f.Principal(key) is var repeated && repeated != key && IsGenerated(repeated));

    private static object? Unset(Type type) => type.IsValueType ? Activator.CreateInstance(type) : null;
}
