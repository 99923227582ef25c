using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution;

/// <summary>The parents in a graph whose collections, or references to dependents, tell which stored rows are to refer to them.</summary>
/// <param name="ForeignKey">By which they refer to them.</param>
internal sealed record CollectionScope(IForeignKey ForeignKey)
{
    /// <summary>The parents.</summary>
    public List<BulkRow> Parents { get; } = [];

    /// <summary>Entities in their collections that the call does not store, because the context tracks them.</summary>
    public List<object> Kept { get; } = [];

    /// <summary>Finds those of the rows given, and of the entities in their collections, and so on. What a row refers to is somebody else's. A collection that is null says nothing, and neither do those of a tracked entity:
    /// the context knows what became of them.</summary>
    public static IReadOnlyList<CollectionScope> Of(BulkRequest request, TrackedEntries tracked)
    {
        GraphNodes nodes = request.Graph!.Nodes;
        Dictionary<object, int> numbers = new(ReferenceEqualityComparer.Instance);
        for (int i = 0; i < nodes.Count; i++)
            numbers[nodes[i].Item] = i;
        Dictionary<IForeignKey, CollectionScope> scopes = [];
        HashSet<int> seen = [];
        Stack<int> next = new(Enumerable.Range(0, request.Rows.Count!.Value));
        while (next.TryPop(out int at))
        {
            if (!seen.Add(at) || nodes[at].Shape is not { } shape || tracked.Of(nodes[at].Item) is not null)
                continue;
            foreach (Relation relation in shape.Relations.Where(each => !each.IsOwned && each.Navigation.GetGetter().GetClrValue(nodes[at].Item) is not null))
            {
                if ((relation.ForeignKey ?? relation.Link?.ForeignKey) is not { } foreignKey)
                    continue;
                CollectionScope scope = scopes.TryGetValue(foreignKey, out CollectionScope? known) ? known : scopes[foreignKey] = new(foreignKey);
                scope.Parents.Add(new(nodes[at].Item, null, nodes[at].Row));
                if (relation.ForeignKey is not null)
                    scope.Add(relation.From(nodes[at].Item), nodes, numbers, next);
            }
        }

        return [.. scopes.Values];
    }

    private void Add(RelatedEntities dependents, GraphNodes nodes, Dictionary<object, int> numbers, Stack<int> next)
    {
        foreach (object? dependent in dependents)
        {
            if (dependent is null)
                continue;
            int number = numbers[dependent];
            if (nodes[number].IsStored)
                next.Push(number);
            else
                Kept.Add(dependent);
        }
    }
}
