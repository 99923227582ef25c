using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Strategies;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Makes what updated entities own in tables of its own equal to what they hold. What is stored for an owner is read under locks; where it differs, all of it is deleted and what the owner holds is
/// inserted. Without an entry nobody knows which stored part an object was.</summary>
internal sealed class OwnedReplacement
{
    private readonly BulkRequest _request;
    private readonly StoredEntries _stored;
    private readonly Lanes _lanes;
    private readonly LaneFeed _feed;
    private readonly GraphFeed _graphs;
    private readonly RowLookup _lookup;
    private HashSet<object>? _changed;

    private OwnedReplacement(BulkRequest request, StoredEntries stored, Lanes lanes, LaneFeed feed, GraphFeed graphs, RowLookup lookup)
    {
        _request = request;
        _stored = stored;
        _lanes = lanes;
        _feed = feed;
        _graphs = graphs;
        _lookup = lookup;
    }

    /// <returns><see langword="null" /> if the call leaves what its rows own alone, or they own nothing of that kind.</returns>
    public static OwnedReplacement? Of(BulkRequest request, StoredEntries stored, Lanes lanes, StatementSender sender, LaneFeed feed, RowLookup lookup)
        => request.IsDivided && request.Operation.ReplacesOwned && request.Options.WritesAll && request.EntityType.GetConcreteDerivedTypesInclusive().Any(type => OwnedParts.ApartOf(type).Any())
            ? new(request, stored, lanes, feed, new(stored, lanes, sender, feed), lookup)
            : null;

    /// <summary>Replaces what some rows own. The rows themselves have been updated, and are locked.</summary>
    public async ValueTask RunAsync(BulkRow[] rows, int count)
    {
        _lanes.CheckConnections("own rows of other tables");
        await _feed.FlushLanesAsync().ConfigureAwait(false);
        HashSet<object> differing = new(ReferenceEqualityComparer.Instance);
        List<BulkRow> owners = new(count);
        for (int i = 0; i < count; i++)
        {
            if (rows[i].IsTracked)
                CheckTracked(rows[i]);
            else
                owners.Add(rows[i]);
        }

        foreach (IGrouping<TableMap, BulkRow> ofType in LastOf(owners).GroupBy(row => _lanes.TableOf(row.Item)).ToArray())
            await CompareAsync(ofType.Key, await StoredAsync([.. ofType]).ConfigureAwait(false), differing).ConfigureAwait(false);
        BulkRow[] replaced = [.. owners.Where(row => differing.Contains(row.Item))];
        await DeleteAsync(replaced).ConfigureAwait(false);
        await InsertAsync(replaced).ConfigureAwait(false);
    }

    // Of several rows with the same key, the one given last is stored.
    private IEnumerable<BulkRow> LastOf(List<BulkRow> owners)
        => _request.Options.CheckDuplicates ? owners
            : owners.GroupBy(row => _request.KeysOf(_lanes.Root).Any(row.Item, row.Entry), Mapping.KeyComparer.Instance!).Select(same => same.MaxBy(row => row.Index));

    private async ValueTask<BulkRow[]> StoredAsync(BulkRow[] owners)
    {
        if (!_request.Options.IgnoreMissing)
            return owners;
        HashSet<int> there = await _lookup.PositionsAsync(KeyLookup.ByKey(_lanes.Of(owners[0]).Plan), owners).ConfigureAwait(false);
        return [.. owners.Where((_, position) => there.Contains(position))];
    }

    private async ValueTask CompareAsync(TableMap owner, BulkRow[] rows, HashSet<object> differing)
    {
        foreach (INavigation navigation in rows.Length == 0 ? [] : OwnedParts.ApartOf(owner.EntityType))
        {
            OwnedTable[] tables = [.. OwnedTable.Of(owner).Where(table => table.Part == navigation.TargetEntityType)];
            OwnedComparison comparison = new(navigation, rows);
            // What is in several tables is not put together to be compared.
            if (tables is not [var only] || OwnedParts.ApartOf(navigation.TargetEntityType).Any())
            {
                differing.UnionWith(rows.Select(row => row.Item));
                continue;
            }

            BulkRow[] placed = [.. rows.Select(row => row with { Place = new(only) })];
            KeyLookup lookup = KeyLookup.By(_lanes.Of(placed[0]).Plan, only, only.Key, comparison.Columns) with { Lock = RowLock.Exclusive };
            await _lookup.FindAsync(lookup, placed, comparison.Read).ConfigureAwait(false);
            differing.UnionWith(comparison.Differing());
        }
    }

    private async ValueTask DeleteAsync(BulkRow[] rows)
    {
        foreach (IGrouping<TableMap, BulkRow> ofType in rows.GroupBy(row => _lanes.TableOf(row.Item)).ToArray())
        {
            foreach (OwnedTable table in OwnedTable.Of(ofType.Key))
            {
                RowPlace place = new(table);
                foreach (BulkRow row in ofType)
                    await _feed.AddAsync(row with { Place = place }).ConfigureAwait(false);
                await _feed.FlushLanesAsync().ConfigureAwait(false);
            }
        }
    }

    private async ValueTask InsertAsync(BulkRow[] rows)
    {
        if (rows.Length == 0)
            return;
        using CallGraph read = new(_request, _stored.Tracked, runsHooks: false, ofParts: true);
        EntityGraph graph = read.Read(rows);
        await _graphs.RunAsync(graph).ConfigureAwait(false);
        await _feed.FlushLanesAsync().ConfigureAwait(false);
    }

    // Only its entries tell what has become of what a tracked entity owns.
    private void CheckTracked(in BulkRow row)
    {
        _changed ??= [.. _stored.Tracked.All.Where(IsChangedPart).Select(OwnerOf).OfType<object>()];
        if (_changed.Contains(row.Item))
            throw new NotSupportedException($"Row {row.Index} is tracked by the context, and what it owns in a table of its own has changed. Save tracked entities with BulkSaveChanges, or give entities that are not tracked.");
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
