using System.Collections;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary>Shows what is stored and what is in memory by the names of entities, because generated keys may be given in another order.</summary>
internal static class GraphDump
{
    private static readonly string[] Queries =
    [
        "SELECT 'customer', c.Name, a.Name FROM customers c LEFT JOIN people a ON a.Id = c.AgentId",
        "SELECT 'order', o.Name, c.Name FROM orders o LEFT JOIN customers c ON c.Id = o.CustomerId",
        "SELECT 'line', l.Name, o.Name, p.Name FROM `lines` l JOIN orders o ON o.Id = l.OrderId LEFT JOIN products p ON p.Code = l.ProductCode",
        "SELECT 'detail', d.Name, o.Name FROM details d JOIN orders o ON o.Id = d.OrderId",
        "SELECT 'link', o.Name, t.Name FROM order_tags x JOIN orders o ON o.Id = x.OrdersId JOIN tags t ON t.Id = x.TagsId",
        "SELECT 'tag', Name FROM tags",
        "SELECT 'product', p.Name, p.Code, c.Name FROM products p LEFT JOIN categories c ON c.Id = p.CategoryId",
        "SELECT 'category', c.Name, p.Name FROM categories c LEFT JOIN categories p ON p.Id = c.ParentId",
        "SELECT 'note', n.Name, o.Name FROM notes n JOIN orders o ON o.Id = n.OrderId",
        "SELECT 'mark', m.Name, n.Name FROM marks m JOIN notes n ON n.OrderId = m.NoteOrderId AND n.Id = m.NoteId",
        "SELECT 'address', a.Name, o.Name FROM addresses a JOIN orders o ON o.Id = a.OrderId",
        "SELECT 'person', p.Name, e.Job, m.Name FROM people p LEFT JOIN employees e ON e.Id = p.Id LEFT JOIN people m ON m.Id = e.ManagerId",
        "SELECT 'room', r.Name, r.House, r.Number, s.Size, p.Name FROM rooms r JOIN room_sizes s ON s.House = r.House AND s.Number = r.Number LEFT JOIN people p ON p.Id = r.OwnerId",
    ];

    /// <summary>All stored rows.</summary>
    public static async Task<List<string>> StoredAsync(TestDatabase database)
    {
        List<string> all = [];
        foreach (string query in Queries)
            all.AddRange((await database.QueryAsync(query)).Select(row => string.Join('|', row.Select(value => value ?? "NULL"))));
        all.Sort(StringComparer.Ordinal);
        return all;
    }

    /// <summary>All entities that can be reached, with their navigations.</summary>
    /// <param name="context">Its model is that of the entities.</param>
    /// <param name="roots">Where to begin.</param>
    /// <param name="withKeys">The values of keys and foreign keys are shown as they are; otherwise whether they agree with the entity that a navigation leads to.</param>
    public static List<string> InMemory(DbContext context, IEnumerable<object> roots, bool withKeys)
    {
        HashSet<object> seen = new(ReferenceEqualityComparer.Instance);
        Stack<object> next = new(roots);
        List<string> all = [];
        while (next.TryPop(out object? entity))
        {
            if (!seen.Add(entity))
                continue;
            IEntityType type = context.Model.GetEntityTypes().Single(each => each.ClrType == entity.GetType());
            List<string> parts = [];
            foreach (INavigationBase navigation in type.GetNavigations().Concat<INavigationBase>(type.GetSkipNavigations()).Where(each => !each.IsShadowProperty()))
            {
                object? value = navigation.GetGetter().GetClrValue(entity);
                object[] related = value is null ? [] : navigation.IsCollection ? [.. ((IEnumerable)value).Cast<object>()] : [value];
                foreach (object each in related)
                    next.Push(each);
                parts.Add($"{navigation.Name}={string.Join(',', related.Select(each => ((Named)each).Name).Order(StringComparer.Ordinal))}");
                if (!withKeys && navigation is INavigation { IsOnDependent: true } reference && related.Length == 1)
                    parts.Add($"{navigation.Name}.keys={Agree(reference, entity, related[0])}");
            }

            parts.AddRange(type.GetProperties().Where(property => !property.IsShadowProperty() && (withKeys || !(property.IsKey() || property.IsForeignKey())))
                .Select(property => $"{property.Name}:{property.GetGetter().GetClrValue(entity)}"));
            if (!withKeys)
                parts.Add($"key={string.Join(',', type.FindPrimaryKey()!.Properties.Where(property => !property.IsShadowProperty()).Select(property => !Equals(property.GetGetter().GetClrValue(entity), property.Sentinel)))}");
            all.Add($"{((Named)entity).Name}: {string.Join(' ', parts)}");
        }

        all.Sort(StringComparer.Ordinal);
        return all;
    }

    private static bool Agree(INavigation reference, object dependent, object principal)
        => reference.ForeignKey.Properties.Zip(reference.ForeignKey.PrincipalKey.Properties)
            .All(pair => pair.First.IsShadowProperty() || Equals(pair.First.GetGetter().GetClrValue(dependent), pair.Second.GetGetter().GetClrValue(principal)));
}
