using System.Collections;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Shapes;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.ChangeTracking;

/// <summary>Tracked owned entities that are stored in their owner's row.</summary>
internal sealed class PartEntries(TrackedEntries tracked)
{
    private readonly Dictionary<object, Func<IEntityType, bool>> _owners = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<IEntityType, INavigation[]> _navigations = [];
    private List<(EntityEntry Part, object? Owner)>? _replaced;

    /// <summary>Accepts the owned entities of an entity.</summary>
    /// <param name="owner">The entity's entry, which has been accepted.</param>
    /// <param name="isStored">Whether the parts of a type are stored.</param>
    public void Accept(EntityEntry owner, Func<IEntityType, bool> isStored)
    {
        if (!Remember(owner, isStored))
            return;
        foreach (INavigation navigation in NavigationsOf(owner.Metadata))
        {
            int ordinal = 0;
            foreach (EntityEntry part in EntriesOf(navigation, owner.Entity))
            {
                ordinal++;
                if (owner.State == EntityState.Detached)
                    part.State = EntityState.Detached;
                else if (isStored(navigation.TargetEntityType))
                    Accept(part, navigation.IsCollection ? ordinal : null);
                Accept(part, isStored);
            }
        }
    }

    // As in SaveChanges, an element that only has another position than before stays as it is.
    private static void Accept(EntityEntry part, int? ordinal)
    {
        if (ordinal is { } place)
            InternalEntries.SetOrdinal(part, place);
        if (ordinal is null || part.State != EntityState.Unchanged)
            InternalEntries.Accept(part);
    }

    /// <summary>Remembers an entity, before it is detached, for <see cref="AcceptReplaced" />.</summary>
    /// <returns>Whether entities of the type own others.</returns>
    public bool Remember(EntityEntry owner, Func<IEntityType, bool> isStored)
    {
        if (NavigationsOf(owner.Metadata).Length == 0)
            return false;
        _replaced ??= [.. tracked.All.Where(IsReplaced).Select(part => (part, tracked.HolderOf(part)?.Entity))];
        if (OwnedParts.HolderOf(owner.Metadata) == owner.Metadata)
            _owners[owner.Entity] = isStored;
        return true;
    }

    /// <summary>Accepts the removal of parts that the rows no longer have.</summary>
    public void AcceptReplaced()
    {
        foreach ((EntityEntry part, object? owner) in _replaced ?? [])
        {
            if (owner is not null && _owners.TryGetValue(owner, out Func<IEntityType, bool>? isStored) && isStored(part.Metadata))
                part.State = EntityState.Detached;
        }
    }

    /// <summary>The entry that holds a property of a row: the row's own entry, or that of a part; <see langword="null" /> if the part is null.</summary>
    public EntityEntry? EntryOf(EntityEntry row, IProperty property) => EntryOf(row, (IEntityType)property.DeclaringType.ContainingEntityType);

    private EntityEntry? EntryOf(EntityEntry row, IEntityType holder)
        => holder.FindOwnership() is not { } ownership ? row
        : EntryOf(row, ownership.PrincipalEntityType) is { } owner ? Of(ownership.PrincipalToDependent!, owner.Entity)
        : null;

    private IEnumerable<EntityEntry> EntriesOf(INavigation navigation, object owner) => navigation.GetGetter().GetClrValue(owner) switch
    {
        null => [],
        IEnumerable parts when navigation.IsCollection => parts.OfType<object>().ToArray().Select(tracked.Of).OfType<EntityEntry>(),
        { } part => tracked.Of(part) is { } entry ? [entry] : [],
    };

    private EntityEntry? Of(INavigation navigation, object owner) => navigation.GetGetter().GetClrValue(owner) is { } part ? tracked.Of(part) : null;

    private INavigation[] NavigationsOf(IEntityType owner)
        => _navigations.TryGetValue(owner, out INavigation[]? navigations) ? navigations : _navigations[owner] = [.. OwnedParts.InRowOf(owner)];

    private static bool IsReplaced(EntityEntry entry) => entry.State == EntityState.Deleted && InternalEntries.IsHeld(entry) && OwnedParts.HolderOf(entry.Metadata) != entry.Metadata;
}
