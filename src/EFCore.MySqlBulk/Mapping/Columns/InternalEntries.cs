using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.ChangeTracking.Internal;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Update;

#pragma warning disable EF1001 // EF Core's public API has no access to these, and no entries that the context does not keep.

namespace EFCore.MySqlBulk.Mapping.Columns;

/// <summary>Wraps EF Core's internal entries; no other file uses them.</summary>
internal static class InternalEntries
{
    /// <summary>Whether a shadow value was never set: <c>SaveChanges</c> does not write it in an update.</summary>
    public static bool IsUnknown(EntityEntry entry, IProperty property) => Of(entry).IsUnknown(property);

    /// <summary>Whether a property is modified, so that <c>SaveChanges</c> writes it.</summary>
    public static bool IsModified(EntityEntry entry, IProperty property) => Of(entry).IsModified(property);

    /// <summary>Whether a value is temporary: a placeholder for a key to be generated, or a foreign key to such a key.</summary>
    public static bool IsTemporary(EntityEntry entry, IProperty property) => Of(entry).HasTemporaryValue(property);

    public static object? Current(EntityEntry entry, IProperty property) => Of(entry)[property];

    /// <summary>An entry for an entity that is not tracked. The context does not keep it, unlike the one that <see cref="DbContext.Entry(object)" /> creates.</summary>
    public static EntityEntry CreateUntrackedEntry(DbContext context, IEntityType type, object entity)
        => new(new InternalEntityEntry(context.GetService<IStateManager>(), type, entity));

    /// <summary>Sets a store-generated value, which can still be discarded; tracked entities that refer to it are updated.</summary>
    public static void SetStoreGenerated(EntityEntry entry, IProperty property, object value) => Of(entry).SetStoreGeneratedValue(property, value);

    public static bool IsStoreGenerated(EntityEntry entry, IProperty property) => Of(entry).HasStoreGeneratedValue(property);

    /// <summary>Sets a temporary value; tracked entities that refer to it are updated.</summary>
    public static void SetTemporary(EntityEntry entry, IProperty property, object? value) => Of(entry).SetTemporaryValue(property, value);

    /// <summary>Discards store-generated values.</summary>
    public static void DiscardStoreGenerated(EntityEntry entry) => Of(entry).DiscardStoreGeneratedValues();

    /// <summary>Sets the ordinal of an element of a stored collection, counted from 1.</summary>
    public static void SetOrdinal(EntityEntry element, int ordinal)
    {
        if (element.Metadata.FindPrimaryKey()!.Properties[^1] is { } place && Equals(Of(element)[place], ordinal) is false)
            Of(element).SetStoreGeneratedValue(place, ordinal, setModified: false);
    }

    /// <summary>Whether a dependent has lost its principal, and is deleted when it is saved.</summary>
    public static bool IsSevered(EntityEntry entry) => Of(entry).HasConceptualNull;

    /// <summary>Throws what <c>SaveChanges</c> throws for a dependent that has lost its principal and is not to be deleted.</summary>
    public static void RefuseSevered(EntityEntry entry) => Of(entry).HandleConceptualNulls(sensitiveLoggingEnabled: false, force: false, isCascadeDelete: false);

    /// <summary>Whether another tracked entity has the same key: of the two, one is new and the other deleted, and the new one takes over the row.</summary>
    public static bool SharesRow(EntityEntry entry) => Of(entry).SharedIdentityEntry is not null;

    /// <summary>Accepts the stored changes, or the delete, as <c>SaveChanges</c> does.</summary>
    public static void Accept(EntityEntry entry) => Of(entry).AcceptChanges();

    /// <summary>Accepts the current value of a complex property as the stored one.</summary>
    public static void AcceptOriginal(EntityEntry entry, IComplexProperty complex) => Of(entry).SetOriginalValue(complex, Of(entry)[complex]);

    /// <summary>Whether the context still tracks the entry: <see cref="ChangeTracker.Clear" /> leaves its state unchanged.</summary>
    public static bool IsHeld(EntityEntry entry)
        => Of(entry) is var own && own.EntityState != EntityState.Detached && ReferenceEquals(own.StateManager.TryGetEntry(own.Entity, own.EntityType, throwOnTypeMismatch: false), own);

    /// <summary>The entries as the exceptions of <c>SaveChanges</c> take them.</summary>
    public static IReadOnlyList<IUpdateEntry> ForUpdate(IReadOnlyList<EntityEntry> entries) => [.. entries.Select(Of)];

    private static InternalEntityEntry Of(EntityEntry entry) => entry.GetInfrastructure();
}
