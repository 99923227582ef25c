using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Strategies.Lookups;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>Writes the owned entities of tracked owners, in tables of their own, as <c>SaveChanges</c> does: the change tracker says which of them are
/// new, changed or gone, and the others are left as they are.</summary>
/// <param name="request">The request.</param>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="groups">The groups.</param>
/// <param name="feed">Takes the rows.</param>
/// <param name="graphs">Takes new owned entities.</param>
/// <param name="lookup">Looks rows up.</param>
internal sealed class TrackedParts(BulkRequest request, StoredEntries stored, RowGroups groups, RowGroupFeed feed, GraphFeed graphs, RowLookup lookup)
{
    private ChangedParts? _changed;

    /// <summary>Finds the changed parts of the next rows. Those of a collection are read once, unless hooks may have changed them.</summary>
    public void Read()
    {
        if (!request.Rows.CanRepeat || request.Hooks is not null)
        {
            stored.Tracked.Detect();
            _changed = null;
        }

        _changed ??= new(stored.Tracked);
    }

    /// <summary>Whether owned entities of a tracked row are new, changed or gone.</summary>
    public bool AreChanged(in BulkRow row) => _changed!.Of(row.Item).Count > 0;

    /// <summary>Writes the changed parts of rows that are stored and locked.</summary>
    /// <exception cref="InvalidOperationException">The changes of a row's parts are not changes of stored rows.</exception>
    public async ValueTask RunAsync(IReadOnlyList<BulkRow> owners)
    {
        List<OwnedRow> parts = [];
        foreach (BulkRow owner in owners)
        {
            if (owner.Entry!.State is not (EntityState.Unchanged or EntityState.Modified))
                throw new InvalidOperationException($"Row {owner.Index} is tracked as {owner.Entry.State}, so the change tracker does not show which of the entities that it owns in another table are stored. Save it with BulkSaveChanges, or give entities that are not tracked.");
            parts.AddRange(_changed!.Of(owner.Item).Select(part => new OwnedRow(part, owner.Index)));
        }

        // A new or changed row may have a value of a unique index that another one gives up.
        foreach (IGrouping<IEntityType, OwnedRow> ofType in OfTypes(parts, RowPresence.Gone).OrderByDescending(ofType => ofType.First().Part.Depth))
        {
            foreach (TableMap table in TableMaps.AllOf(ofType.Key).Reverse())
                await SendAsync(ofType.Select(part => part.In(table))).ConfigureAwait(false);
        }

        List<OwnedRow> added = [.. parts.Where(part => part.Part.Presence == RowPresence.Absent)];
        foreach (IGrouping<IEntityType, OwnedRow> ofType in OfTypes(parts, RowPresence.Present))
            await UpdateAsync(ofType.Key, [.. ofType], added).ConfigureAwait(false);
        await InsertAsync(added).ConfigureAwait(false);
        AddReplaced(parts.Where(part => part.Part.Presence == RowPresence.Superseded));
    }

    /// <summary>Accepts that the parts of rows that did not exist are gone with them.</summary>
    public void AddGone(IEnumerable<BulkRow> owners)
    {
        foreach (BulkRow owner in owners)
        {
            AddReplaced(_changed!.Of(owner.Item).Where(part => part.Presence is RowPresence.Gone or RowPresence.Superseded).Select(part => new OwnedRow(part, 0)));
            foreach (EntityEntry part in _changed.ReplacedIn(owner.Item))
                stored.AddReplaced(part);
        }
    }

    private void AddReplaced(IEnumerable<OwnedRow> parts)
    {
        foreach (OwnedRow part in parts)
            stored.AddReplaced(part.Part.Entry);
    }

    private async ValueTask UpdateAsync(IEntityType type, OwnedRow[] parts, List<OwnedRow> absent)
    {
        // An owner that was looked up exists; its parts may not.
        if (request.Traits.LooksUp)
        {
            BulkRow[] rows = [.. parts.Select(part => part.In(TableMaps.Of(type)))];
            HashSet<int> found = await lookup.PositionsAsync(KeyLookup.ByKey(groups.Of(rows[0]).Plan) with { Lock = RowLock.Exclusive }, rows).ConfigureAwait(false);
            absent.AddRange(parts.Where((_, position) => !found.Contains(position)));
            parts = [.. parts.Where((_, position) => found.Contains(position))];
        }

        foreach (TableMap table in TableMaps.AllOf(type).Where(table => BulkPlanner.UpdatedColumns(table, groups.CallOf(table).Options, []).Length > 0))
            await SendAsync(parts.Select(part => part.In(table))).ConfigureAwait(false);
    }

    private async ValueTask InsertAsync(List<OwnedRow> parts)
    {
        if (parts.Count == 0)
            return;
        GraphNodes nodes = new();
        foreach (OwnedRow part in parts)
        {
            EntityShape shape = EntityShape.Of(part.Part.Entry.Metadata, GraphReach.Owned);
            nodes.Add(new(part.Part.Entry.Entity, shape, shape.Place.HeldBy(part.Ownership, part.Part.Holder), part.Index, isStored: true));
        }

        await graphs.RunAsync(new(nodes)).ConfigureAwait(false);
        await feed.FlushGroupsAsync().ConfigureAwait(false);
    }

    private async ValueTask SendAsync(IEnumerable<BulkRow> rows)
    {
        foreach (BulkRow row in rows)
            await feed.AddAsync(row).ConfigureAwait(false);
        await feed.FlushGroupsAsync().ConfigureAwait(false);
    }

    private static IEnumerable<IGrouping<IEntityType, OwnedRow>> OfTypes(List<OwnedRow> parts, RowPresence presence)
        => parts.Where(part => part.Part.Presence == presence).GroupBy(part => part.Part.Entry.Metadata).OrderBy(ofType => ofType.Key.Name, StringComparer.Ordinal);

    /// <param name="Part">The owned entity.</param>
    /// <param name="Index">The position of its owner.</param>
    private readonly record struct OwnedRow(ChangedPart Part, int Index)
    {
        public IForeignKey Ownership => Part.Entry.Metadata.FindOwnership()!;

        public BulkRow In(TableMap table) => new(Part.Entry.Entity, Part.Entry, Index) { Place = new RowPlace(table).HeldBy(Ownership, Part.Holder), Presence = Part.Presence };
    }
}
