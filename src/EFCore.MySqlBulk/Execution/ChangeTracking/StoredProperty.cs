using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.ChangeTracking;

/// <summary>A tracked entity's property whose value is stored.</summary>
internal static class StoredProperty
{
    /// <summary>Sets a value that the server generated for a row as a stored one.</summary>
    public static void Set(EntityEntry entry, IProperty property, object? value)
    {
        PropertyEntry stored = entry.Property(property);
        stored.CurrentValue = value;
        Accept(stored);
    }

    /// <summary>Accepts that the current value is stored.</summary>
    public static void Accept(PropertyEntry value)
    {
        if (KeepsOriginal(value.Metadata))
            value.OriginalValue = value.CurrentValue;
        value.IsModified = false;
    }

    /// <summary>Whether the column maps to a property of the tracked entity itself, which can be given the stored value.</summary>
    public static bool CanTake(ColumnMap column) => !column.HoldsDocument && column.Sharing is null && column.Property.DeclaringType is var type && !(type is IEntityType entity ? entity : ((IComplexType)type).ContainingEntityType).IsOwned();

    // An entity that reports its changes before they happen keeps the original values of few properties; asking for another one's throws.
    private static bool KeepsOriginal(IProperty property)
        => property.DeclaringType.GetChangeTrackingStrategy() != ChangeTrackingStrategy.ChangingAndChangedNotifications
            || property.IsConcurrencyToken || property.IsKey() || property.IsForeignKey() || property.IsUniqueIndex();
}
