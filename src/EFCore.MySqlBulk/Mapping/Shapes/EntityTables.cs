using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Shapes;

/// <summary>The tables that have a part of an entity: several for a hierarchy with a table per type (TPT) and for entity splitting.</summary>
internal static class EntityTables
{
    /// <summary>The tables in the order in which their rows are inserted: the base type's before the derived type's, the one that generates the key
    /// before the others. An abstract type without a table has that of a derived type.</summary>
    public static IEnumerable<ITableMapping> Of(IEntityType type)
    {
        ITableMapping[] own = [.. type.GetTableMappings()];
        if (own.Length < 2)
            return own.Length == 1 ? own : type.GetConcreteDerivedTypesInclusive().SelectMany(derived => derived.GetTableMappings()).Take(1);
        HashSet<(string, string?)> fragments = [.. type.GetMappingFragments().Select(fragment => (fragment.StoreObject.Name, fragment.StoreObject.Schema))];
        List<ITableBase> order = [.. type.GetAllBaseTypesInclusive().SelectMany(each => each.GetTableMappings()).Select(mapping => mapping.Table).Distinct()];
        return own.OrderBy(mapping => fragments.Contains((mapping.Table.Name, mapping.Table.Schema))).ThenBy(mapping => order.IndexOf(mapping.Table));
    }
}
