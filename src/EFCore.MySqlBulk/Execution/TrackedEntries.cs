using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The context's tracked entities, read once. An untracked entity is never asked for its entry: that would leave one behind.</summary>
internal sealed class TrackedEntries
{
    private readonly Dictionary<object, EntityEntry>? _entries;

    // Asking for the entries detects changes, unless the context says otherwise, as SaveChanges does: of all of them, since a foreign key may
    // change by the collection of an entity that is not among the rows.
    public TrackedEntries(DbContext context)
    {
        foreach (EntityEntry entry in context.ChangeTracker.Entries())
            (_entries ??= new(ReferenceEqualityComparer.Instance))[entry.Entity] = entry;
    }

    public EntityEntry? Of(object entity) => _entries is not null && _entries.TryGetValue(entity, out EntityEntry? entry) ? entry : null;
}
