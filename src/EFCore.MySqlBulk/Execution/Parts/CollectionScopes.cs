using EFCore.MySqlBulk.Execution.ChangeTracking;
using EFCore.MySqlBulk.Execution.Requests;
using EFCore.MySqlBulk.Graphs;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Parts;

/// <summary>Finds the parents in a graph whose collections are synchronized with the stored rows.</summary>
internal static class CollectionScopes
{
    /// <summary>The scopes of a call: the rows given, the entities in their collections, and so on; not the entities that a row refers to. A null
    /// collection is skipped, and so are those of tracked entities, whose changes the context knows.</summary>
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
                    Add(scope, relation.From(nodes[at].Item), nodes, numbers, next);
            }
        }

        return [.. scopes.Values];
    }

    private static void Add(CollectionScope scope, RelatedEntities dependents, GraphNodes nodes, Dictionary<object, int> numbers, Stack<int> next)
    {
        foreach (object? dependent in dependents)
        {
            if (dependent is null)
                continue;
            int number = numbers[dependent];
            if (nodes[number].IsStored)
                next.Push(number);
            else
                scope.Kept.Add(dependent);
        }
    }
}
