using System.Globalization;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>The path from a given row to an entity of its graph, such as <c>Lines[7].Product</c>.</summary>
internal static class GraphPath
{
    /// <summary>The shortest path; <see langword="null" /> if the entity is the row itself, or no navigation leads to it, as to the link of a many-to-many relationship.</summary>
    /// <param name="nodes">The graph.</param>
    /// <param name="row">The position of the row.</param>
    /// <param name="entity">The entity.</param>
    public static string? Of(GraphNodes nodes, int row, object entity)
    {
        Dictionary<object, EntityShape> shapes = new(ReferenceEqualityComparer.Instance);
        object? root = null;
        for (int i = 0; i < nodes.Count; i++)
        {
            if (nodes[i].Shape is not { } shape)
                continue;
            shapes[nodes[i].Item] = shape;
            if (nodes[i].Row == row)
                root ??= nodes[i].Item;
        }

        return root is null || root == entity ? null : Find(shapes, root, entity);
    }

    private static string? Find(Dictionary<object, EntityShape> shapes, object root, object entity)
    {
        HashSet<object> seen = new(ReferenceEqualityComparer.Instance) { root };
        Queue<(object Item, string Path)> next = new([(root, "")]);
        while (next.TryDequeue(out (object Item, string Path) from))
        {
            foreach (Relation relation in shapes.TryGetValue(from.Item, out EntityShape? shape) ? shape.Relations : [])
            {
                int position = 0;
                foreach (object? related in relation.From(from.Item))
                {
                    string step = relation.Navigation.IsCollection ? string.Create(CultureInfo.InvariantCulture, $"{relation.Navigation.Name}[{position++}]") : relation.Navigation.Name;
                    string path = from.Path.Length == 0 ? step : $"{from.Path}.{step}";
                    if (related == entity)
                        return path;
                    if (related is not null && seen.Add(related))
                        next.Enqueue((related, path));
                }
            }
        }

        return null;
    }
}
