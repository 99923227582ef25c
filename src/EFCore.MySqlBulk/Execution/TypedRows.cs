using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>Entities of a graph that are looked up and written together, as a call of their own: those of one type, or those of the type that the call named.</summary>
/// <param name="Request">The call.</param>
/// <param name="Rows">The rows, each with its place in the graph.</param>
/// <param name="MayRepeat">Other rows of the same type are sent before or after them, because rows of several types refer to each other.</param>
internal sealed record TypedRows(BulkRequest Request, BulkRow[] Rows, bool MayRepeat)
{
    /// <summary>All rows of a call's graph, in the order of their foreign keys: each refers to those before it.</summary>
    /// <exception cref="InvalidOperationException">Rows refer to each other in a cycle.</exception>
    public static IReadOnlyList<TypedRows> Of(BulkRequest request, TrackedEntries tracked)
    {
        EntityGraph graph = request.Graph!;
        HashSet<object> links = LinksOf(graph);
        List<TypedRows> all = [];
        foreach (GraphRows group in graph.Stages.SelectMany(stage => stage))
        {
            BulkRow[] rows = [.. group.Rows.Select(row => row with { Entry = tracked.Of(row.Item) })];
            IReadOnlyList<int> levels = group.Families is null ? [rows.Length] : FamilyOrder.Sort(rows, rows.Length, group.Families, null, dependentsFirst: false);
            for (int level = 0, from = 0; level < levels.Count; from = levels[level++])
            {
                foreach (IGrouping<(IEntityType, bool), BulkRow> same in rows[from..levels[level]].GroupBy(row => (TypeOf(request, row), links.Contains(row.Item))))
                    all.Add(Of(request, same.Key, [.. same], mayRepeat: levels.Count > 1));
            }
        }

        return all;
    }

    /// <summary>Those of which there are the most: by them it is decided how all are sent.</summary>
    public static TypedRows Most(IReadOnlyList<TypedRows> all) => all.MaxBy(each => each.Rows.Length)!;

    /// <summary>The calls that stand for a call, one for each type.</summary>
    public static IEnumerable<BulkRequest> RequestsOf(IReadOnlyList<TypedRows>? all, BulkRequest request)
        => all is null ? [request] : all.Select(each => each.Request).DistinctBy(each => each.EntityType);

    private static IEntityType TypeOf(BulkRequest request, in BulkRow row)
        => request.EntityType.IsAssignableFrom(row.Place!.Table.EntityType) ? request.EntityType : row.Place.Table.EntityType;

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

    private static TypedRows Of(BulkRequest request, (IEntityType Type, bool AreLinks) of, BulkRow[] rows, bool mayRepeat)
        => new(
            request with
            {
                EntityType = of.Type,
                Operation = of.AreLinks ? request.Operation.OfLinks : request.Operation,
                Options = of.Type == request.EntityType ? request.Options with { IncludeGraph = false } : OptionsOf(request.Options, of.Type),
                Rows = new RelatedRows(rows),
                Graph = null,
                GoesByType = false,
                AreRelated = of.Type != request.EntityType,
                IsDivided = !of.AreLinks && EntityShape.AreGraphs(of.Type, GraphReach.Owned),
            },
            rows,
            mayRepeat);

    // What names properties is about the rows given.
    private static ResolvedOptions OptionsOf(ResolvedOptions options, IEntityType type) => options with
    {
        IncludeGraph = false,
        Match = null,
        Properties = null,
        Except = null,
        InsertOnly = null,
        NotCompared = null,
        Set = null,
        UpdateWhen = null,
        DuplicateCure = $"They are entities of type '{type.DisplayName()}' in the navigations of these rows. {options.DuplicateCure}",
    };
}
