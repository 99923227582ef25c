using EFCore.MySqlBulk.Execution.Batching;
using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Parts;

/// <summary>Entities of a graph that are looked up and written together, as a call of their own: those of one type, or of the type that the call named.</summary>
/// <param name="Call">The call.</param>
/// <param name="Rows">The rows, each with its place in the graph.</param>
/// <param name="MayRepeat">Whether other rows of the same type are sent separately, because rows of several types refer to each other.</param>
internal sealed record TypedRows(RequestedOperation Call, BulkRow[] Rows, bool MayRepeat)
{
    /// <summary>All rows of a call's graph, in the order of their foreign keys: each refers to those before it, or to others of its type.</summary>
    /// <exception cref="InvalidOperationException">Rows of several types refer to each other in a cycle, or it cannot be decided which stored rows are orphans.</exception>
    public static IReadOnlyList<TypedRows> Of(RequestedOperation call, TrackedEntries tracked)
    {
        BulkRequest request = call.Request;
        EntityGraph graph = request.Graph!;
        TypedParts parts = new(call, request.Scope is null ? [] : CollectionScopes.Of(request, tracked));
        HashSet<object> links = LinksOf(graph);
        List<TypedRows> all = [];
        ILookup<TableMap, BulkRow> byTable = graph.Stages.SelectMany(stage => stage).SelectMany(group => group.Rows).ToLookup(row => row.Place!.Table);
        foreach (TableGroup group in TableOrder.Of(graph.Tables, table => parts.TypeOf(table.EntityType)).SelectMany(stage => stage))
        {
            BulkRow[] rows = [.. group.Tables.SelectMany(table => byTable[table]).Select(row => row with { Entry = tracked.Of(row.Item) })];
            // The rows of one type are sorted when they are sent.
            bool isCircle = group.SelfReferences is not null && group.Tables.Select(table => parts.TypeOf(table.EntityType)).Distinct().Skip(1).Any();
            IReadOnlyList<int> levels = isCircle ? SelfReferenceSorter.Sort(rows, rows.Length, group.SelfReferences!, null, dependentsFirst: false) : [rows.Length];
            for (int level = 0, from = 0; level < levels.Count; from = levels[level++])
            {
                foreach (IGrouping<(IEntityType Type, bool AreLinks), BulkRow> same in rows[from..levels[level]].GroupBy(row => (parts.TypeOf(row.Place!.Table.EntityType), links.Contains(row.Item))))
                {
                    BulkRow[] some = [.. same];
                    all.Add(new(parts.Of(same.Key.Type, same.Key.AreLinks, some), some, levels.Count > 1));
                }
            }
        }

        all.AddRange(parts.Empty().Select(empty => new TypedRows(empty, [], false)));
        return all;
    }

    /// <summary>The rows that decide how all are sent: those of the largest type, or those that are compared with a scope.</summary>
    public static TypedRows Most(IReadOnlyList<TypedRows> all) => all.FirstOrDefault(each => each.Request.Scope is not null) ?? all.MaxBy(each => each.Rows.Length)!;

    /// <summary>The calls that a call is divided into, one for each type.</summary>
    public static IEnumerable<BulkRequest> RequestsOf(IReadOnlyList<TypedRows>? all, BulkRequest request)
        => all is null ? [request] : all.Select(each => each.Request).DistinctBy(each => each.EntityType);

    /// <summary>The operation of the call, and its options.</summary>
    public BulkRequest Request => Call.Request;

    /// <summary>The first row, without its place.</summary>
    public BulkRow? First => Rows.Length == 0 ? null : Rows[0] with { Place = null };

    // The rows of many-to-many relationships that the call has made.
    private static HashSet<object> LinksOf(EntityGraph graph)
    {
        HashSet<object> links = new(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < graph.Nodes.Count; i++)
        {
            if (graph.Nodes[i] is { Shape: null, IsStored: true } link)
                links.Add(link.Item);
        }

        return links;
    }
}
