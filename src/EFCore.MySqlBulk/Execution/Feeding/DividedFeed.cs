using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Preparation;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Strategies.Lookups;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>Feeds rows that have been looked up and may be stored as several rows: those that exist are updated part by part, and their owned
/// entities are replaced; the others are inserted with their parts and owned entities.</summary>
/// <param name="request">The request.</param>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="groups">The groups.</param>
/// <param name="sender">Sends them.</param>
/// <param name="feed">Takes the rows.</param>
/// <param name="lookup">Looks parts up.</param>
internal sealed class DividedFeed(BulkRequest request, StoredEntries stored, RowGroups groups, StatementSender sender, RowGroupFeed feed, RowLookup lookup)
{
    private readonly RowParts? _parts = RowParts.Of(request, groups);
    private readonly OwnedReplacement? _owned = OwnedReplacement.Of(request, stored, groups, sender, feed, lookup);
    private readonly GraphFeed _graphs = new(stored, groups, sender, feed);

    /// <summary>The graphs of the rows that were inserted.</summary>
    public List<EntityGraph> Inserted { get; } = [];

    /// <summary>Feeds rows, each with the result of its look-up.</summary>
    public async ValueTask RunAsync(IReadOnlyList<BulkRow> rows)
    {
        groups.CheckConnections("have parts in several tables");
        foreach (BulkRow row in rows.Where(row => row.Presence is RowPresence.Present or RowPresence.Absent))
            request.Hooks?.RunLookedUp(row);
        await UpdateAsync([.. rows.Where(row => row.Presence == RowPresence.Present)]).ConfigureAwait(false);
        if (_owned is not null)
        {
            // Owned entities may differ although the row does not.
            BulkRow[] owners = [.. rows.Where(row => row.Presence is RowPresence.Present or RowPresence.Unchanged)];
            await _owned.RunAsync(owners, owners.Length).ConfigureAwait(false);
        }

        BulkRow[] absent = [.. rows.Where(row => row.Presence == RowPresence.Absent)];
        if (absent.Length == 0)
            return;
        _owned?.AddGone(absent);
        using CallGraph read = new(request, stored.Tracked, runsHooks: false);
        EntityGraph graph = read.Read(absent);
        Inserted.Add(graph);
        await _graphs.RunAsync(graph).ConfigureAwait(false);
        await feed.FlushGroupsAsync().ConfigureAwait(false);
    }

    private async ValueTask UpdateAsync(BulkRow[] rows)
    {
        foreach (BulkRow[] part in _parts is null ? [rows] : _parts.Divide(rows, rows.Length))
        {
            if (part is [{ Place.Table: { IsFurther: true } table }, ..])
                await CheckAsync(part, table).ConfigureAwait(false);
            foreach (BulkRow row in part)
                await feed.AddAsync(row).ConfigureAwait(false);
            await feed.FlushGroupsAsync().ConfigureAwait(false);
        }
    }

    // A stored row of another type has no row in the part's table.
    private async ValueTask CheckAsync(BulkRow[] rows, TableMap table)
    {
        HashSet<int> found = await lookup.PositionsAsync(KeyLookup.ByKey(groups.Of(rows[0]).Plan) with { Lock = RowLock.Exclusive }, rows).ConfigureAwait(false);
        if (found.Count < rows.Length)
        {
            BulkRow missed = rows[Enumerable.Range(0, rows.Length).First(position => !found.Contains(position))];
            throw new RowValueException($"The stored row that it matches has no row in '{table.Table}', so it is not a '{table.DisplayName}'. Delete the stored row first, or give an entity of its type.") { Row = missed };
        }
    }
}
