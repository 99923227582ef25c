using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>Reads a graph from its rows, by the navigations of the model: nothing is tracked, and nothing is written. Each entity is read once, however many others hold it.</summary>
/// <param name="shapeOf">The shape of an entity, by the type that a navigation names for it and its own class.</param>
/// <param name="entryOf">The entry of a tracked entity.</param>
/// <param name="addedLinksOf">The new links that the context has made between an entity and others that it tracks.</param>
/// <param name="runHooks">Runs the hooks of a related entity before its navigations are read.</param>
internal sealed class GraphWalk(
    Func<IEntityType, Type, EntityShape> shapeOf, Func<object, EntityEntry?> entryOf, Func<object, IForeignKey, IEnumerable<object>> addedLinksOf, Action<object>? runHooks) : IDisposable
{
    private readonly VisitedEntities _visited = new(64);
    private GraphNodes _nodes = new();
    private readonly HashSet<(IEntityType, object, object)> _links = new(new LinkComparer());
    private readonly HashSet<object> _before = new(ReferenceEqualityComparer.Instance);
    private EntityShape? _lastShape;
    private IEntityType? _lastDeclared;
    private Type? _lastClass;

    /// <summary>Whether related entities of earlier rows are stored before later rows are read; those whose key does not show that they are stored are remembered.</summary>
    public bool Remembers { get; init; }

    /// <summary>Whether related entities with a key are stored too, because all are looked up.</summary>
    public bool StoresKnown { get; init; }

    /// <summary>The only navigation whose owned entities are stored, if the rows themselves are stored already; <see langword="null" /> otherwise.</summary>
    public INavigation? Parts { get; init; }

    /// <summary>Reads the graph of some rows.</summary>
    /// <param name="type">The entity type that the call named.</param>
    /// <param name="rows">The rows, each with its position.</param>
    /// <exception cref="RepeatedRowException">A row is the same instance as an earlier one.</exception>
    public EntityGraph Read(IEntityType type, ReadOnlySpan<BulkRow> rows)
    {
        _visited.Clear();
        _links.Clear();
        _nodes = new();
        foreach (ref readonly BulkRow row in rows)
        {
            EntityShape shape = ShapeOf(type, row.Item);
            int before = _visited.Add(row.Item, _nodes.Count);
            if (before >= 0)
                throw new RepeatedRowException(_nodes[before].Row, row.Index);
            _nodes.Add(new(row.Item, shape, shape.Place, row.Index, isStored: Parts is null));
        }

        for (int i = 0; i < _nodes.Count; i++)
        {
            if (_nodes[i].Shape is { Relations.Count: > 0 } shape)
                Expand(i, shape);
        }

        if (Remembers)
            Remember(rows.Length);
        return new(_nodes);
    }

    public void Dispose() => _visited.Dispose();

    private void Remember(int given)
    {
        for (int i = given; i < _nodes.Count; i++)
        {
            if (_nodes[i] is { IsStored: true, Shape: { GeneratesKey: false } shape } node && !shape.Type.IsOwned())
                _before.Add(node.Item);
        }
    }

    private void Expand(int at, EntityShape shape)
    {
        GraphNode node = _nodes[at];
        foreach (Relation relation in shape.Relations)
        {
            RelatedEntities related = relation.From(node.Item);
            if (!related.AreThere)
                continue;
            RowPlace? held = null;
            foreach (object? entity in related)
            {
                if (entity is not null)
                    Reach(node, relation, entity, ref held);
            }
        }
    }

    private void Reach(in GraphNode from, Relation relation, object entity, ref RowPlace? held)
    {
        int number = _visited.Add(entity, _nodes.Count);
        bool isNew = number < 0;
        if (isNew)
        {
            number = _nodes.Count;
            _nodes.Add(Meet(from, relation, entity));
        }

        GraphNode to = _nodes[number];
        if (relation.ForeignKey is { } foreignKey && to.IsStored)
            _nodes.Move(number, to.Place.IsHeld ? to.Place.HeldBy(foreignKey, from.Item) : Shared(to.Place, foreignKey, from.Item, ref held));
        else if (relation.Link is { } link && (from.IsStored || to.IsStored) && _links.Add(link.IsInverse ? (link.Type, entity, from.Item) : (link.Type, from.Item, entity)))
            AddLink(link, from, entity);
    }

    // Rows of one table that an entity holds by one navigation have the same place.
    private static RowPlace Shared(RowPlace place, IForeignKey foreignKey, object principal, ref RowPlace? held)
        => held?.Table == place.Table ? held : held = place.HeldBy(foreignKey, principal);

    private GraphNode Meet(in GraphNode from, Relation relation, object entity)
    {
        EntityEntry? entry = entryOf(entity);
        EntityShape shape = ShapeOf(relation.Navigation.TargetEntityType, entity);
        // What a stored row owns is stored with it, whatever its state.
        bool isStored = (relation.IsOwned && from.IsStored)
            || (entry is not null ? entry.State == EntityState.Added : relation.IsOwned ? relation.Navigation == Parts : StoresKnown || (!shape.HasKey(entity) && !_before.Contains(entity)));
        if (isStored && !relation.IsOwned)
            runHooks?.Invoke(entity);
        // The context knows the references of a tracked entity.
        return new(entity, entry is null || isStored ? shape : null, shape.Place, from.Row, isStored);
    }

    private void AddLink(Link link, in GraphNode from, object to)
    {
        if (entryOf(from.Item) is null || entryOf(to) is null)
        {
            _nodes.Add(new(link.Create(), null, link.Between(from.Item, to), from.Row, isStored: true));
            return;
        }

        // The context has created the links between tracked entities, all links of one entity together.
        foreach (object made in addedLinksOf(from.Item, link.ForeignKey))
        {
            if (_visited.Add(made, _nodes.Count) < 0)
                _nodes.Add(new(made, null, link.Place, from.Row, isStored: true));
        }
    }

    private EntityShape ShapeOf(IEntityType declared, object entity)
    {
        Type type = entity.GetType();
        if (_lastDeclared == declared && _lastClass == type)
            return _lastShape!;
        (_lastDeclared, _lastClass) = (declared, type);
        return _lastShape = shapeOf(declared, type);
    }

    private sealed class LinkComparer : IEqualityComparer<(IEntityType Type, object From, object To)>
    {
        public bool Equals((IEntityType Type, object From, object To) x, (IEntityType Type, object From, object To) y)
            => x.Type == y.Type && ReferenceEquals(x.From, y.From) && ReferenceEquals(x.To, y.To);

        public int GetHashCode((IEntityType Type, object From, object To) link)
            => HashCode.Combine(link.Type, System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(link.From), System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(link.To));
    }
}
