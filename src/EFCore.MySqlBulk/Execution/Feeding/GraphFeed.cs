using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>Feeds the rows of a graph into their lanes, stage by stage: the tables that others refer to come first, and the keys that the server generates for their rows are handed on.</summary>
/// <param name="stored">The tracked entities among the rows.</param>
/// <param name="lanes">The lanes.</param>
/// <param name="sender">Sends them.</param>
/// <param name="feed">Takes the rows.</param>
internal sealed class GraphFeed(StoredEntries stored, Lanes lanes, StatementSender sender, LaneFeed feed)
{
    /// <summary>Feeds all rows of a graph. Those of the last stage may wait.</summary>
    public async ValueTask RunAsync(EntityGraph graph)
    {
        if (graph.Stages.Count > 1)
            lanes.CheckConnections("go to several tables that depend on each other");
        for (int i = 0; i < graph.Stages.Count; i++)
        {
            if (i > 0)
                await feed.EndStageAsync().ConfigureAwait(false);
            foreach (GraphRows rows in graph.Stages[i])
                await FeedAsync(rows).ConfigureAwait(false);
        }
    }

    /// <summary>Feeds all rows of a graph of a stream, and sends them. Its entities are given what <c>SaveChanges</c> gives them, because nothing of a stream is taken back.</summary>
    public async ValueTask RunAndEndAsync(EntityGraph graph)
    {
        await RunAsync(graph).ConfigureAwait(false);
        await feed.FlushLanesAsync().ConfigureAwait(false);
        new NavigationFixup(item => stored.Tracked.Of(item) is not null).Run(graph.Nodes);
    }

    private async ValueTask FeedAsync(GraphRows group)
    {
        BulkRow[] rows = group.Rows;
        for (int i = 0; i < rows.Length && !stored.Tracked.IsEmpty; i++)
            rows[i] = rows[i] with { Entry = stored.EntryOf(rows[i].Item) };
        IReadOnlyList<int> levels = group.Families is null ? [rows.Length] : FamilyOrder.Sort(rows, rows.Length, group.Families, null, dependentsFirst: false);
        for (int level = 0, at = 0; level < levels.Count; level++)
        {
            if (level > 0)
                await feed.EndLevelAsync(mayWait: false, isInsert: true).ConfigureAwait(false);
            for (; at < levels[level]; at++)
            {
                sender.Lent.Refer(rows[at].Place!.Table, rows[at]);
                await feed.AddAsync(rows[at]).ConfigureAwait(false);
            }
        }
    }
}
