using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Shapes;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Tables;

/// <summary>The table of owned entities, as their owners see it: its rows are found by the owner's key.</summary>
internal sealed class OwnedTable : TableMap
{
    private OwnedTable(IEntityType owner, IEntityType part, ITableBase table, IReadOnlyList<ColumnMap> columns)
        : base(owner, table, columns)
        => Part = part;

    /// <summary>The owned entity type.</summary>
    public IEntityType Part { get; }

    public override bool MatchesSeveral => true;

    /// <summary>The tables of entities that the type owns outside its own row, directly and indirectly, in the order in which their rows can be
    /// deleted: indirectly owned ones first.</summary>
    public static IReadOnlyList<OwnedTable> Of(TableMap owner) => owner.GetOrAdd(nameof(OwnedTable), static (map, _) => Find(map));

    private static OwnedTable[] Find(TableMap owner)
        => [.. OwnedParts.ApartOf(owner.EntityType).SelectMany(navigation => Find(owner, navigation, [.. owner.Key.Select((key, i) => (navigation.ForeignKey.Properties[i], key))]))];

    private static IEnumerable<OwnedTable> Find(TableMap owner, INavigation navigation, (IProperty Repeats, ColumnMap Key)[] key)
    {
        IEntityType part = navigation.TargetEntityType;
        foreach (INavigation inner in OwnedParts.ApartOf(part))
        {
            foreach (OwnedTable table in Find(owner, inner, [.. key.Select(each => (inner.ForeignKey.Properties[PlaceOf(inner.ForeignKey, each.Repeats)], each.Key))]))
                yield return table;
        }

        foreach (TableMap table in TableMaps.AllOf(part).Reverse())
            yield return new(owner.EntityType, part, table.Source, [.. key.Select(each => new RepeatedColumn(table.ColumnOf(each.Repeats), each.Key))]);
    }

    private static int PlaceOf(IForeignKey foreignKey, IProperty principal)
    {
        int place = 0;
        while (foreignKey.PrincipalKey.Properties[place] != principal)
            place++;
        return place;
    }
}
