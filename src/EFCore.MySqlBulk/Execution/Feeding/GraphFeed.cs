using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>Feeds the rows of a graph into their groups, stage by stage: the tables that others refer to come first, and the keys that the server
/// generates for their rows become foreign keys of the later ones.</summary>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="groups">The groups.</param>
/// <param name="sender">Sends them.</param>
/// <param name="feed">Takes the rows.</param>
internal sealed class GraphFeed(StoredEntries stored, RowGroups groups, StatementSender sender, RowGroupFeed feed)
{
    /// <summary>Feeds all rows of a graph. Rows of the last stage may stay unsent, to share statements with the rows that follow.</summary>
    public async ValueTask RunAsync(EntityGraph graph)
    {
        if (graph.Stages.Count > 1)
            groups.CheckConnections("go to several tables that depend on each other");
        for (int i = 0; i < graph.Stages.Count; i++)
        {
            if (i > 0)
                await feed.EndStageAsync().ConfigureAwait(false);
            foreach (GraphRows rows in graph.Stages[i])
                await FeedAsync(rows).ConfigureAwait(false);
        }
    }

    /// <summary>Feeds all rows of a graph of a stream, and sends them. Its entities get their keys and navigations at once, as after
    /// <c>SaveChanges</c>, because nothing of a stream is reverted.</summary>
    public async ValueTask RunAndEndAsync(EntityGraph graph)
    {
        await RunAsync(graph).ConfigureAwait(false);
        await feed.FlushGroupsAsync().ConfigureAwait(false);
        new NavigationFixup(item => stored.Tracked.Of(item) is not null).Run(graph.Nodes);
    }

    private async ValueTask FeedAsync(GraphRows group)
    {
        BulkRow[] rows = group.Rows;
        for (int i = 0; i < rows.Length && !stored.Tracked.IsEmpty; i++)
            rows[i] = rows[i] with { Entry = stored.EntryOf(rows[i].Item) };
        IReadOnlyList<int> levels = group.SelfReferences is null ? [rows.Length] : SelfReferenceSorter.Sort(rows, rows.Length, group.SelfReferences, null, dependentsFirst: false);
        for (int level = 0, at = 0; level < levels.Count; level++)
        {
            if (level > 0)
                await feed.EndLevelAsync(mayWait: false, isInsert: true).ConfigureAwait(false);
            for (; at < levels[level]; at++)
            {
                sender.Propagated.Refer(rows[at].Place!.Table, rows[at]);
                await feed.AddAsync(rows[at]).ConfigureAwait(false);
            }
        }
    }
}
