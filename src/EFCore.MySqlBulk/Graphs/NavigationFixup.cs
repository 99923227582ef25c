using System.Collections;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>Sets the inverse navigations in a stored graph, as <c>SaveChanges</c> does, so that both ends of a relationship refer to each other. For
/// tracked entities the context has done so.</summary>
/// <param name="isTracked">Whether the context tracks an entity.</param>
internal sealed class NavigationFixup(Predicate<object> isTracked)
{
    // Above this length, a list is searched through a hash set.
    private const int ShortList = 8;
    private readonly Dictionary<(INavigationBase, object), HashSet<object>> _known = new(new HolderComparer());

    /// <summary>Sets the navigations of all entities of a graph.</summary>
    public void Run(GraphNodes nodes)
    {
        for (int i = 0; i < nodes.Count; i++)
        {
            if (nodes[i].Shape is not { HasInverses: true } shape)
                continue;
            foreach (Relation relation in shape.Relations)
            {
                if (relation.Inverse is { } inverse)
                    SetInverse(relation, inverse, nodes[i].Item);
            }
        }
    }

    private void SetInverse(Relation relation, Inverse inverse, object entity)
    {
        foreach (object? related in relation.From(entity))
        {
            if (related is null || isTracked(related))
                continue;
            if (inverse.Set is { } set)
                SetReference(inverse, set, related, entity);
            else
                Add(inverse, related, entity);
        }
    }

    private static void SetReference(Inverse inverse, Action<object, object?> set, object related, object entity)
    {
        if (inverse.Get(related) != entity)
            set(related, entity);
    }

    private void Add(Inverse inverse, object holder, object entity)
    {
        IClrCollectionAccessor accessor = inverse.Navigation.GetCollectionAccessor()!;
        if (accessor.GetOrCreate(holder, forMaterialization: false) is not IList { IsReadOnly: false, IsFixedSize: false } list)
            accessor.Add(holder, entity, forMaterialization: false);
        else if (IsNew(inverse.Navigation, holder, list, entity))
            list.Add(entity);
    }

    private bool IsNew(INavigationBase navigation, object holder, IList list, object entity)
    {
        if (list.Count > ShortList || _known.ContainsKey((navigation, holder)))
        {
            if (!_known.TryGetValue((navigation, holder), out HashSet<object>? known))
                known = _known[(navigation, holder)] = new(list.OfType<object>(), ReferenceEqualityComparer.Instance);
            return known.Add(entity);
        }

        foreach (object? each in list)
        {
            if (ReferenceEquals(each, entity))
                return false;
        }

        return true;
    }

    private sealed class HolderComparer : IEqualityComparer<(INavigationBase Navigation, object Holder)>
    {
        public bool Equals((INavigationBase Navigation, object Holder) x, (INavigationBase Navigation, object Holder) y) => x.Navigation == y.Navigation && ReferenceEquals(x.Holder, y.Holder);

        public int GetHashCode((INavigationBase Navigation, object Holder) key) => HashCode.Combine(key.Navigation, System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(key.Holder));
    }
}
