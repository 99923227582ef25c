using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Matching;
using EFCore.MySqlBulk.Execution.Preparation;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Mapping.Tables;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Strategies.Lookups;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>Makes the stored rows of owned entities in tables of their own equal to what updated entities hold. The rows of an owner that is not tracked
/// are read under locks and compared; those that differ are deleted, updated or inserted. Owned entities in several tables, such as a collection
/// within a collection, are deleted and inserted.</summary>
internal sealed class OwnedReplacement
{
    private readonly BulkRequest _request;
    private readonly StoredEntries _stored;
    private readonly TrackedParts _tracked;
    private readonly RowGroups _groups;
    private readonly RowGroupFeed _feed;
    private readonly GraphFeed _graphs;
    private readonly RowLookup _lookup;

    private OwnedReplacement(BulkRequest request, StoredEntries stored, RowGroups groups, RowGroupFeed feed, GraphFeed graphs, RowLookup lookup)
    {
        _request = request;
        _stored = stored;
        _groups = groups;
        _feed = feed;
        _graphs = graphs;
        _lookup = lookup;
        _tracked = new(request, stored, groups, feed, graphs, lookup);
    }

    /// <returns><see langword="null" /> if the call leaves owned entities alone, or its rows own none in tables of their own.</returns>
    public static OwnedReplacement? Of(BulkRequest request, StoredEntries stored, RowGroups groups, StatementSender sender, RowGroupFeed feed, RowLookup lookup)
        => request.IsDivided && request.Traits.UpdatesEntities && request.Options.WritesAll && request.EntityType.GetConcreteDerivedTypesInclusive().Any(type => OwnedParts.ApartOf(type).Any())
            ? new(request, stored, groups, feed, new(stored, groups, sender, feed), lookup)
            : null;

    /// <summary>Replaces the owned entities of some rows. The rows themselves have been updated, and are locked.</summary>
    public async ValueTask RunAsync(BulkRow[] rows, int count)
    {
        _groups.CheckConnections("own rows of other tables");
        await _feed.FlushGroupsAsync().ConfigureAwait(false);
        if (rows.Take(count).Any(row => row.IsTracked))
            _tracked.Read();
        List<BulkRow> tracked = [];
        foreach (IGrouping<TableMap, BulkRow> ofType in LastOf(rows.AsSpan(0, count).ToArray()).Where(IsWritten).GroupBy(row => _groups.TableOf(row.Item)).ToArray())
        {
            BulkRow[] owners = await StoredAsync([.. ofType]).ConfigureAwait(false);
            await RunAsync(ofType.Key, [.. owners.Where(owner => !owner.IsTracked)]).ConfigureAwait(false);
            tracked.AddRange(owners.Where(owner => owner.IsTracked));
        }

        await _tracked.RunAsync(tracked).ConfigureAwait(false);
    }

    /// <summary>Accepts that rows which are inserted again no longer have the owned entities that they have given up.</summary>
    public void AddGone(BulkRow[] rows)
    {
        if (!rows.Any(row => row.IsTracked))
            return;
        _tracked.Read();
        _tracked.AddGone(rows.Where(row => row.IsTracked));
    }

    // The change tracker knows whether the owned entities of a tracked row differ from what is stored.
    private bool IsWritten(BulkRow row) => !row.IsTracked || _tracked.AreChanged(row);

    private async ValueTask RunAsync(TableMap owner, BulkRow[] rows)
    {
        foreach (INavigation navigation in OwnedParts.ApartOf(owner.EntityType))
        {
            // A null collection leaves its rows alone; an empty one removes them.
            BulkRow[] owners = navigation.IsCollection ? [.. rows.Where(row => navigation.GetGetter().GetClrValue(row.Item) is not null)] : rows;
            OwnedTable[] tables = [.. OwnedTable.Of(owner).Where(table => table.Part == navigation.TargetEntityType)];
            if (owners.Length == 0)
                continue;
            // Owned entities in several tables are not compared.
            if (tables is [var only] && !OwnedParts.ApartOf(navigation.TargetEntityType).Any())
                await CompareAsync(navigation, only, owners).ConfigureAwait(false);
            else
                await ReplaceAsync(navigation, owner, owners).ConfigureAwait(false);
        }
    }

    // Of several rows with the same key, the one given last is stored.
    private IEnumerable<BulkRow> LastOf(BulkRow[] owners)
        => _request.Options.CheckDuplicates ? owners
            : owners.GroupBy(row => _request.KeysOf(_groups.Root).Any(row.Item, row.Entry), Mapping.Keys.KeyComparer.Instance!).Select(same => same.MaxBy(row => row.Index));

    private async ValueTask<BulkRow[]> StoredAsync(BulkRow[] owners)
    {
        if (!_request.Options.IgnoresNotFound)
            return owners;
        HashSet<int> there = await _lookup.PositionsAsync(KeyLookup.ByKey(_groups.Of(owners[0]).Plan), owners).ConfigureAwait(false);
        return [.. owners.Where((_, position) => there.Contains(position))];
    }

    private async ValueTask CompareAsync(INavigation navigation, OwnedTable table, BulkRow[] owners)
    {
        OwnedComparison comparison = new(_request.Context, navigation, owners);
        BulkRow[] placed = Placed(table, owners);
        KeyLookup lookup = KeyLookup.By(_groups.Of(placed[0]).Plan, table, table.Key, comparison.Columns) with { Lock = RowLock.Exclusive };
        await _lookup.FindAsync(lookup, placed, comparison.Read).ConfigureAwait(false);
        List<BulkRow> rows = comparison.Differences();
        // A new or changed row may have a value of a unique index that another one gives up.
        foreach (RowPresence presence in (RowPresence[])[RowPresence.Gone, RowPresence.Present, RowPresence.Absent])
            await SendAsync(rows.Where(row => row.Presence == presence)).ConfigureAwait(false);
    }

    private async ValueTask ReplaceAsync(INavigation navigation, TableMap owner, BulkRow[] owners)
    {
        foreach (OwnedTable table in OwnedTable.Of(owner).Where(table => IsIn(table.Part, navigation.TargetEntityType)))
            await SendAsync(Placed(table, owners)).ConfigureAwait(false);
        using CallGraph read = new(_request, _stored.Tracked, runsHooks: false, navigation);
        await _graphs.RunAsync(read.Read(owners)).ConfigureAwait(false);
        await _feed.FlushGroupsAsync().ConfigureAwait(false);
    }

    private async ValueTask SendAsync(IEnumerable<BulkRow> rows)
    {
        foreach (BulkRow row in rows)
            await _feed.AddAsync(row).ConfigureAwait(false);
        await _feed.FlushGroupsAsync().ConfigureAwait(false);
    }

    private static BulkRow[] Placed(OwnedTable table, BulkRow[] owners)
    {
        RowPlace place = new(table);
        return [.. owners.Select(row => row with { Place = place })];
    }

    private static bool IsIn(IEntityType part, IEntityType whole) => part == whole || (part.FindOwnership()?.PrincipalEntityType is { } owner && owner.IsOwned() && IsIn(owner, whole));
}
