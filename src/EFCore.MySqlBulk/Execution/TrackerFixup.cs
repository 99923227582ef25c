using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Tells the change tracker what was stored, as <c>SaveChanges</c> does: tracked entities become unchanged (if the caller named the columns, only
/// in those), or detached. It runs after the commit, so it never throws because of a row's contents.</summary>
internal sealed class TrackerFixup(BulkRequest request, TrackedEntries tracked)
{
    private readonly DeletedEntries _deleted = new(tracked);

    /// <summary>The call writes all columns of its rows.</summary>
    public bool WritesAll => request.Options.WritesAll;

    /// <summary>Detaches a deleted entity, and those that the server has deleted with it.</summary>
    public void Detach(EntityEntry entry) => _deleted.Detach(entry);

    /// <summary>Sets a value that the server generated for a row as a stored one.</summary>
    public static void SetStored(EntityEntry entry, IProperty property, object? value)
    {
        PropertyEntry stored = entry.Property(property);
        stored.CurrentValue = value;
        AcceptValue(stored);
    }

    /// <summary>Accepts an entity all of whose values are stored.</summary>
    public static void AcceptAll(EntityEntry entry)
    {
        bool hasKey = true;
        foreach (IProperty property in entry.Metadata.GetFlattenedProperties())
        {
            PropertyEntry value = entry.Property(property);
            hasKey &= !(property.IsKey() && value.IsTemporary);
            AcceptValue(value);
        }

        // Values came first: setting the state of a changed entry to Unchanged would revert the entity. An entity whose stored key is not known
        // cannot be tracked, and must not be stored again.
        if (entry.State != EntityState.Unchanged)
            entry.State = hasKey ? EntityState.Unchanged : EntityState.Detached;
    }

    /// <summary>Accepts an entity of which the written columns are stored.</summary>
    public static void AcceptWritten(BulkPlan plan, EntityEntry entry)
    {
        foreach (RowCell cell in plan.ValuePart)
            AcceptValue(entry.Property(cell.Column.Property));
    }

    private static void AcceptValue(PropertyEntry value)
    {
        if (KeepsOriginal(value.Metadata))
            value.OriginalValue = value.CurrentValue;
        value.IsModified = false;
    }

    // An entity that reports its changes before they happen keeps the original values of few properties; asking for another one's throws.
    private static bool KeepsOriginal(IProperty property)
        => property.DeclaringType.GetChangeTrackingStrategy() != ChangeTrackingStrategy.ChangingAndChangedNotifications
            || property.IsConcurrencyToken || property.IsKey() || property.IsForeignKey() || property.IsUniqueIndex();
}
