using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>The rows of a graph, in the order of their foreign keys.</summary>
internal sealed class EntityGraph
{
    private readonly Dictionary<TableMap, int> _counts = [];

    /// <param name="nodes">The nodes, the given rows first.</param>
    public EntityGraph(GraphNodes nodes)
    {
        Nodes = nodes;
        for (int i = 0; i < nodes.Count; i++)
        {
            if (nodes[i].IsStored)
                Count(nodes[i]);
        }

        Stages = Fill();
    }

    /// <summary>The entities.</summary>
    public GraphNodes Nodes { get; }

    /// <summary>The rows of each stage; rows of different groups in one stage do not refer to each other.</summary>
    public IReadOnlyList<IReadOnlyList<GraphRows>> Stages { get; }

    /// <summary>The number of rows of all tables.</summary>
    public int RowCount => _counts.Values.Sum();

    /// <summary>The tables with rows.</summary>
    public IReadOnlyList<TableMap> Tables => Sorted(_counts.Keys);

    /// <summary>A row of the table with the most rows.</summary>
    public BulkRow Largest
    {
        get
        {
            TableMap largest = _counts.MaxBy(each => each.Value).Key;
            return Stages.SelectMany(stage => stage).SelectMany(rows => rows.Rows).First(row => row.Place!.Table == largest);
        }
    }

    /// <summary>The number of rows of a table.</summary>
    public int CountOf(TableMap table) => _counts.GetValueOrDefault(table);

    private void Count(in GraphNode node)
    {
        if (node.Shape is null)
        {
            Count(node.Place.Table);
            return;
        }

        foreach (TableMap table in node.Shape.Tables)
            Count(table);
    }

    private void Count(TableMap table) => _counts[table] = _counts.GetValueOrDefault(table) + 1;

    private List<IReadOnlyList<GraphRows>> Fill()
    {
        List<IReadOnlyList<GraphRows>> stages = [];
        Dictionary<TableMap, Filler> fillers = [];
        foreach (IReadOnlyList<TableGroup> groups in TableOrder.Of(Tables))
        {
            List<GraphRows> stage = [];
            foreach (TableGroup group in groups)
            {
                BulkRow[] rows = new BulkRow[group.Tables.Sum(CountOf)];
                int from = 0;
                foreach (TableMap table in group.Tables)
                {
                    fillers[table] = new(rows, from);
                    from += CountOf(table);
                }

                stage.Add(new(group.SelfReferences, rows));
            }

            stages.Add(stage);
        }

        for (int i = 0; i < Nodes.Count; i++)
        {
            if (Nodes[i].IsStored)
                Add(Nodes[i], fillers);
        }

        return stages;
    }

    // The order is the same for all calls, and that of SaveChanges, so that all lock tables in the same order.
    private static TableMap[] Sorted(IEnumerable<TableMap> tables)
        => [.. tables.OrderBy(table => table.Schema, StringComparer.Ordinal).ThenBy(table => table.Table, StringComparer.Ordinal).ThenBy(table => table.EntityType.Name, StringComparer.Ordinal)];

    private static void Add(in GraphNode node, Dictionary<TableMap, Filler> fillers)
    {
        fillers[node.Place.Table].Add(node, node.Place);
        for (int i = 1; i < node.Shape?.Tables.Count; i++)
            fillers[node.Shape.Tables[i]].Add(node, fillers[node.Shape.Tables[i]].In(node.Place, node.Shape.Tables[i]));
    }

    /// <summary>Adds the rows of one table to those of its group.</summary>
    private sealed class Filler(BulkRow[] rows, int from)
    {
        private int _at = from;
        private RowPlace? _first;
        private RowPlace? _further;

        public void Add(in GraphNode node, RowPlace place) => rows[_at++] = new(node.Item, null, node.Row) { Place = place };

        /// <summary>The place of a part in a further table. Consecutive parts of the same entity share it.</summary>
        public RowPlace In(RowPlace place, TableMap table)
        {
            if (_first != place)
                (_first, _further) = (place, place.In(table));
            return _further!;
        }
    }
}
