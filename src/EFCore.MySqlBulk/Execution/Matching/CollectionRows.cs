using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Results;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Strategies.Lookups;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>The stored rows that refer to the parents of a graph, read by their foreign keys and locked. A given row that refers to another parent is an update, not an orphan.</summary>
internal sealed class CollectionRows : StoredScope
{
    private readonly IReadOnlyList<CollectionScope> _scopes;
    private readonly PropagatedValues _propagated;
    private readonly TrackedEntries _tracked;
    private readonly RowGroups _groups;
    private readonly RowLookup _lookup;

    /// <param name="scopes">The parents.</param>
    /// <param name="propagated">Holds the parents' keys.</param>
    /// <param name="tracked">The tracked entities.</param>
    /// <param name="groups">The groups of the rows.</param>
    /// <param name="lookup">Looks them up.</param>
    public CollectionRows(IReadOnlyList<CollectionScope> scopes, PropagatedValues propagated, TrackedEntries tracked, RowGroups groups, RowLookup lookup)
    {
        _scopes = scopes;
        _propagated = propagated;
        _tracked = tracked;
        _groups = groups;
        _lookup = lookup;
        Orphans = new(groups.Root, new(groups.Root.Key));
    }

    public override OrphanKeys Orphans { get; }

    public override async ValueTask<int> MatchAsync(ArraySegment<BulkRow> rows)
    {
        TableMap table = _groups.Root;
        int[] keyPlaces = [.. Enumerable.Range(1, table.Key.Count)];
        foreach (CollectionScope scope in _scopes)
        {
            DependentTable dependents = DependentTable.Of(scope.ForeignKey);
            List<ColumnMap> read = [.. table.Key.Concat(OrphanKeys.ColumnsOf(table).Where(dependents.Has)).DistinctBy(column => column.Name)];
            // A new parent without a key has no stored dependents.
            BulkRow[] parents = [.. scope.Parents.Select(parent => parent with { Entry = _propagated.EntryOf(parent.Item) }).Where(parent => !dependents.LacksKey(parent))];
            KeyLookup lookup = KeyLookup.By(_groups.OfOrphans().Plan, dependents, dependents.Key, read) with { Lock = RowLock.Exclusive };
            await _lookup.FindAsync(lookup, parents, (_, reader) => Orphans.Add(
                GeneratedValueReader.ReadKey(table.Key, reader, keyPlaces)!, column => read.FindIndex(each => each.Name == column.Name) is >= 0 and var place ? GeneratedValueReader.Read(column, reader, 1 + place) : null)).ConfigureAwait(false);
            foreach (object kept in scope.Kept)
                Orphans.Remove(KeyOf(_tracked.Of(kept)!));
        }

        return 0;
    }

    public override void Take(in BulkRow row, object key) => Orphans.Remove(key);

    private object KeyOf(EntityEntry entry)
    {
        object?[] key = [.. _groups.Root.Key.Select(column => entry.Property(column.Property).CurrentValue)];
        return key.Length == 1 ? key[0]! : key;
    }
}
