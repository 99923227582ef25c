using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.ChangeTracking;

/// <summary>Tracked owned entities in tables of their own that <c>SaveChanges</c> would write with their owners: those that are new, changed or gone.</summary>
internal sealed class ChangedParts
{
    private readonly TrackedEntries _tracked;
    private readonly Dictionary<object, List<EntityEntry>> _replaced = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<object, List<ChangedPart>> _parts = new(ReferenceEqualityComparer.Instance);

    /// <param name="tracked">The tracked entities.</param>
    public ChangedParts(TrackedEntries tracked)
    {
        _tracked = tracked;
        EntityEntry[] parts = [.. tracked.All.Where(entry => entry.Metadata.IsOwned() && InternalEntries.IsHeld(entry))];
        // What a severed part owns itself is marked as deleted only when it is saved.
        bool isAnySevered = Array.Exists(parts, InternalEntries.IsSevered);
        HashSet<object> seen = new(ReferenceEqualityComparer.Instance);
        foreach (EntityEntry part in parts.Where(IsChanged).Concat(isAnySevered ? parts.Where(part => !IsChanged(part)) : []))
        {
            // A change of a part without a row is a change of the row that holds it.
            if (tracked.HolderOf(part) is not { } row || !row.Metadata.IsOwned())
                continue;
            if (part.State == EntityState.Deleted && row != part && OwnerAtTop(row) is { } owner)
                ListOf(_replaced, owner.Entity).Add(part);
            if (seen.Add(row.Entity))
                Add(row, hasChanged: IsChanged(part));
        }
    }

    /// <summary>Deleted owned entities without a row of their own, in the rows of an owner's parts.</summary>
    public IReadOnlyList<EntityEntry> ReplacedIn(object owner) => _replaced.GetValueOrDefault(owner) ?? (IReadOnlyList<EntityEntry>)[];

    /// <summary>Those of an owner, directly and indirectly.</summary>
    public IReadOnlyList<ChangedPart> Of(object owner) => _parts.GetValueOrDefault(owner) ?? (IReadOnlyList<ChangedPart>)[];

    private static bool IsChanged(EntityEntry part) => part.State != EntityState.Unchanged;

    private EntityEntry? OwnerAtTop(EntityEntry part)
    {
        EntityEntry? owner = part;
        while (owner is not null && owner.Metadata.IsOwned())
            owner = _tracked.OwnerOf(owner);
        return owner;
    }

    private void Add(EntityEntry part, bool hasChanged)
    {
        RowPresence? presence = PresenceOf(part, hasChanged);
        EntityEntry? holder = _tracked.OwnerOf(part);
        int depth = 1;
        EntityEntry? owner = holder;
        for (; owner is not null && owner.Metadata.IsOwned(); depth++)
        {
            if (IsGone(owner) && presence != RowPresence.Superseded)
                presence = part.State == EntityState.Added ? null : RowPresence.Gone;
            owner = _tracked.OwnerOf(owner);
        }

        if (owner is null || presence is not { } known)
            return;
        ListOf(_parts, owner.Entity).Add(new(part, holder!.Entity, depth, known));
    }

    private static List<T> ListOf<T>(Dictionary<object, List<T>> lists, object owner)
    {
        if (!lists.TryGetValue(owner, out List<T>? list))
            lists[owner] = list = [];
        return list;
    }

    private static RowPresence? PresenceOf(EntityEntry part, bool hasChanged)
        => IsGone(part) ? InternalEntries.SharesRow(part) ? RowPresence.Superseded : RowPresence.Gone
            : part.State == EntityState.Added && !InternalEntries.SharesRow(part) ? RowPresence.Absent
            : hasChanged ? RowPresence.Present
            : null;

    private static bool IsGone(EntityEntry part)
    {
        if (part.State == EntityState.Deleted)
            return true;
        if (!InternalEntries.IsSevered(part))
            return false;
        if (part.Context.ChangeTracker.DeleteOrphansTiming == CascadeTiming.Never)
            InternalEntries.RefuseSevered(part);
        return true;
    }
}
