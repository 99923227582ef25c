using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Mapping.Tables;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>How the entities of one type are stored in a graph: its tables, and the navigations to other entities. Made once per model.</summary>
internal sealed class EntityShape
{
    private readonly ColumnMap[] _key;

    private EntityShape(IEntityType type, GraphReach reach)
    {
        SupportedShape.CheckPart(type);
        Type = type;
        Tables = reach == GraphReach.Related ? [TableMaps.Of(type)] : TableMaps.AllOf(type);
        Relations = [.. NavigationsOf(type, reach).Select(navigation => new Relation(navigation))];
        HasInverses = Relations.Any(relation => relation.Inverse is not null);
        Place = new(Tables[0]) { PropagatesKey = Tables.Count > 1 || type.GetReferencingForeignKeys().Any(), IsCounted = !type.IsOwned() };
        _key = type.FindPrimaryKey()!.Properties.Any(property => property.ValueGenerated.HasFlag(ValueGenerated.OnAdd) && !property.IsForeignKey()) ? [.. Tables[0].Key] : [];
    }

    public IEntityType Type { get; }

    /// <summary>The tables, in the order in which their rows are inserted.</summary>
    public IReadOnlyList<TableMap> Tables { get; }

    public IReadOnlyList<Relation> Relations { get; }

    /// <summary>Whether some of them have an inverse navigation.</summary>
    public bool HasInverses { get; }

    /// <summary>The place of a row that no other entity holds.</summary>
    public RowPlace Place { get; }

    /// <summary>Whether the key is generated, so that its presence shows whether the entity is stored.</summary>
    public bool GeneratesKey => _key.Length > 0;

    /// <summary>The shape of a type.</summary>
    /// <param name="type">The entity type.</param>
    /// <param name="reach">The related entities that are read.</param>
    public static EntityShape Of(IEntityType type, GraphReach reach)
        => type.GetOrAddRuntimeAnnotationValue(NameOf(reach), static state => new EntityShape(state.type, state.reach), (type, reach));

    /// <summary>Whether entities of the type, or of types derived from it, may be stored as several rows.</summary>
    public static bool AreGraphs(IEntityType type, GraphReach reach)
        => type.GetConcreteDerivedTypesInclusive().Any(each => Of(each, reach) is not { Tables.Count: 1, Relations.Count: 0 });

    /// <summary>The types whose entities can be reached from a type, itself included.</summary>
    public static IReadOnlyCollection<IEntityType> Reached(IEntityType type, GraphReach reach)
    {
        HashSet<IEntityType> reached = [];
        Stack<IEntityType> next = new(type.GetConcreteDerivedTypesInclusive());
        while (next.TryPop(out IEntityType? each))
        {
            if (!reached.Add(each))
                continue;
            foreach (INavigationBase navigation in NavigationsOf(each, reach))
            {
                foreach (IEntityType target in navigation.TargetEntityType.GetConcreteDerivedTypesInclusive())
                    next.Push(target);
                if (navigation is ISkipNavigation skip)
                    next.Push(skip.JoinEntityType);
            }
        }

        return reached;
    }

    /// <summary>Whether the entity's key is generated and has a value, so that the entity is stored.</summary>
    public bool HasKey(object entity)
    {
        if (_key.Length == 0)
            return false;
        BulkRow row = new(entity, null, 0);
        foreach (ColumnMap column in _key)
        {
            if (column.Path is null || Tables[0].HasSentinel(column, row))
                return false;
        }

        return true;
    }

    // A lazy-loading navigation would query the database during the call.
    private static IEnumerable<INavigationBase> NavigationsOf(IEntityType type, GraphReach reach)
    {
        IEnumerable<INavigationBase> apart = reach == GraphReach.Related ? [] : OwnedParts.ApartOf(type);
        if (reach == GraphReach.Owned)
            return apart;
        bool isLazy = LazyNavigation.CanBeIn(type);
        return apart.Concat(type.GetNavigations().Concat<INavigationBase>(type.GetSkipNavigations()).Where(navigation => IsRelated(navigation) && !(isLazy && LazyNavigation.LoadsWhenRead(navigation))));
    }

    private static string NameOf(GraphReach reach) => reach switch
    {
        GraphReach.Owned => "EFCore.MySqlBulk:EntityShape",
        GraphReach.Related => "EFCore.MySqlBulk:RelatedShape",
        GraphReach.All => "EFCore.MySqlBulk:GraphShape",
        _ => throw new System.Diagnostics.UnreachableException($"{reach} is no reach."),
    };

    private static bool IsRelated(INavigationBase navigation)
        => !navigation.IsShadowProperty() && navigation is not INavigation { ForeignKey.IsOwnership: true } && !SharedRows.IsToPart(navigation);
}
