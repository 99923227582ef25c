using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Shapes;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Execution.ChangeTracking;

/// <summary>The context's tracked entities: read once, and updated with those that are added while rows are read. The entry of an untracked entity is
/// never requested, because EF Core would create and keep one.</summary>
internal sealed class TrackedEntries : IDisposable
{
    private readonly ChangeTracker _tracker;
    private readonly IUpdateAdapter _byKey;
    private Dictionary<object, EntityEntry>? _entries;

    private TrackedEntries(DbContext context)
    {
        _tracker = context.ChangeTracker;
        _byKey = context.GetService<IUpdateAdapterFactory>().Create();
    }

    // Reading the entries detects changes, unless the context says otherwise, as SaveChanges does. Changes of all entities are detected, since a
    // foreign key may change through the collection of an entity that is not among the rows. Rows that are not entities need none of this.
    public static TrackedEntries Of(BulkRequest request)
    {
        TrackedEntries all = new(request.Context);
        if (!request.Traits.TakesEntities)
            return all;
        foreach (EntityEntry entry in all._tracker.Entries())
            all.Add(entry);
        all._tracker.Tracked += all.Tracked;
        return all;
    }

    public IEnumerable<EntityEntry> All => _entries?.Values ?? Enumerable.Empty<EntityEntry>();

    /// <summary>Whether nothing is tracked, so that there is nothing to find.</summary>
    public bool IsEmpty => _entries is null;

    public EntityEntry? Of(object entity)
        => _entries is not null && _entries.TryGetValue(entity, out EntityEntry? entry) && InternalEntries.IsHeld(entry) ? entry : null;

    /// <summary>The tracked entity that has a key.</summary>
    public EntityEntry? ByKey(IKey key, object?[] values) => _byKey.TryGetEntry(key, values)?.ToEntityEntry();

    /// <summary>Detects changes that were made since the entries were read, unless the context does not detect any.</summary>
    public void Detect()
    {
        if (_tracker.AutoDetectChangesEnabled)
            _tracker.DetectChanges();
    }

    /// <summary>The tracked entity in whose row another is stored: itself, unless it is owned and has no row of its own.</summary>
    public EntityEntry? HolderOf(EntityEntry entry)
    {
        IEntityType holder = OwnedParts.HolderOf(entry.Metadata);
        if (holder == entry.Metadata)
            return entry;
        // A part has the key of its row, and within JSON, after it, the positions in collections.
        IKey key = holder.FindPrimaryKey()!;
        return ByKey(key, [.. entry.Metadata.FindOwnership()!.Properties.Take(key.Properties.Count).Select(property => entry.Property(property).CurrentValue)]);
    }

    /// <summary>The tracked owner of an owned entity.</summary>
    public EntityEntry? OwnerOf(EntityEntry part)
        => part.Metadata.FindOwnership() is { } ownership ? ByKey(ownership.PrincipalKey, [.. ownership.Properties.Select(property => part.Property(property).CurrentValue)]) : null;

    /// <summary>The tracked entities that refer to another by a foreign key.</summary>
    public IEnumerable<EntityEntry> DependentsOf(EntityEntry principal, IForeignKey foreignKey)
    {
        IKey key = principal.Metadata.FindPrimaryKey()!;
        return _byKey.TryGetEntry(key, [.. key.Properties.Select(p => principal.Property(p).CurrentValue)]) is { } found
            ? _byKey.GetDependents(found, foreignKey).Select(dependent => dependent.ToEntityEntry())
            : [];
    }

    /// <summary>The rows of a many-to-many relationship that the context has for an entity, and that are not stored yet.</summary>
    public IEnumerable<object> AddedLinksOf(object entity, IForeignKey foreignKey)
        => Of(entity) is { } entry ? DependentsOf(entry, foreignKey).Where(link => link.State == EntityState.Added).Select(link => link.Entity) : [];

    public void Dispose() => _tracker.Tracked -= Tracked;

    private void Tracked(object? sender, EntityTrackedEventArgs e) => Add(e.Entry);

    private void Add(EntityEntry entry) => (_entries ??= new(ReferenceEqualityComparer.Instance))[entry.Entity] = entry;
}
