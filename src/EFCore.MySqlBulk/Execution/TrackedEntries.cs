using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The context's tracked entities, read once. An untracked entity is never asked for its entry: that would leave one behind.</summary>
internal sealed class TrackedEntries
{
    private readonly Dictionary<object, EntityEntry>? _entries;

    public TrackedEntries(DbContext context)
    {
        bool detects = context.ChangeTracker.AutoDetectChangesEnabled;
        context.ChangeTracker.AutoDetectChangesEnabled = false;
        try
        {
            foreach (EntityEntry entry in context.ChangeTracker.Entries())
                (_entries ??= new(ReferenceEqualityComparer.Instance))[entry.Entity] = entry;
        }
        finally
        {
            context.ChangeTracker.AutoDetectChangesEnabled = detects;
        }
    }

    public EntityEntry? Of(object entity) => _entries is not null && _entries.TryGetValue(entity, out EntityEntry? entry) ? entry : null;
}
