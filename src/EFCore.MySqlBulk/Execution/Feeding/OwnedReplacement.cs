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
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>Makes the stored rows of owned entities in tables of their own equal to what updated entities hold. The rows of an owner are read under
/// locks and compared; those that differ are deleted, updated or inserted. Owned entities in several tables, such as a collection within a
/// collection, are deleted and inserted.</summary>
internal sealed class OwnedReplacement
{
    private readonly BulkRequest _request;
    private readonly StoredEntries _stored;
    private readonly RowGroups _groups;
    private readonly RowGroupFeed _feed;
    private readonly GraphFeed _graphs;
    private readonly RowLookup _lookup;
    private HashSet<object>? _changed;

    private OwnedReplacement(BulkRequest request, StoredEntries stored, RowGroups groups, RowGroupFeed feed, GraphFeed graphs, RowLookup lookup)
    {
        _request = request;
        _stored = stored;
        _groups = groups;
        _feed = feed;
        _graphs = graphs;
        _lookup = lookup;
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
        List<BulkRow> owners = new(count);
        for (int i = 0; i < count; i++)
        {
            if (rows[i].IsTracked)
                CheckTracked(rows[i]);
            else
                owners.Add(rows[i]);
        }

        foreach (IGrouping<TableMap, BulkRow> ofType in LastOf(owners).GroupBy(row => _groups.TableOf(row.Item)).ToArray())
            await RunAsync(ofType.Key, await StoredAsync([.. ofType]).ConfigureAwait(false)).ConfigureAwait(false);
    }

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
    private IEnumerable<BulkRow> LastOf(List<BulkRow> owners)
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

    // Only the entries of a tracked entity show which owned entities are new, changed or gone.
    private void CheckTracked(in BulkRow row)
    {
        _changed ??= [.. _stored.Tracked.All.Where(IsChangedPart).Select(OwnerOf).OfType<object>()];
        if (_changed.Contains(row.Item))
            throw new InvalidOperationException($"Row {row.Index} is tracked by the context, and entities that it owns in another table have changed. Save tracked entities with BulkSaveChanges, or give entities that are not tracked.");
    }

    private static bool IsChangedPart(EntityEntry entry)
        => entry.Metadata.FindOwnership() is { PrincipalToDependent: { } navigation } && !OwnedParts.IsInRow(navigation) && entry.State is EntityState.Added or EntityState.Modified or EntityState.Deleted;

    private object? OwnerOf(EntityEntry part)
    {
        IEntityType owner = OwnedParts.OwnerOf(part.Metadata);
        IKey key = owner.FindPrimaryKey()!;
        return _stored.Tracked.ByKey(key, [.. part.Metadata.FindOwnership()!.Properties.Take(key.Properties.Count).Select(property => part.Property(property).CurrentValue)])?.Entity;
    }
}
