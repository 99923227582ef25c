using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Keys;

/// <summary>A unique index of a table, as the model has it.</summary>
/// <param name="Index">The index, which the types of a hierarchy share.</param>
/// <param name="Columns">Its columns in the map of one entity type.</param>
internal sealed record UniqueIndex(ITableIndex Index, IReadOnlyList<ColumnMap> Columns)
{
    /// <summary>The unique indexes of the table of an entity type. An index with a column of another type of the hierarchy is skipped: the column is NULL, which equals nothing.</summary>
    public static IReadOnlyList<UniqueIndex> Of(TableMap map) => map.GetOrAdd(nameof(UniqueIndex), static (table, _) => Find(table));

    /// <summary>The index's name, and a row's values of its columns as they are sent.</summary>
    /// <param name="read">Reads a value in the property's type.</param>
    public object?[] Values(Func<ColumnMap, object?> read) => [Index.Name, .. Columns.Select(column => column.Sent(read(column)))];

    private static IReadOnlyList<UniqueIndex> Find(TableMap map)
        => [.. map.EntityType.GetTableMappings().SelectMany(mapping => mapping.Table.Indexes).Where(index => index.IsUnique).Distinct().Select(index => Of(map, index)).OfType<UniqueIndex>()];

    private static UniqueIndex? Of(TableMap map, ITableIndex index)
    {
        ColumnMap?[] columns = [.. index.Columns.Select(column => map.Columns.FirstOrDefault(each => each.Name == column.Name && !each.HoldsDocument && each.Origin != ValueOrigin.Server))];
        return columns.Contains(null) ? null : new(index, columns!);
    }
}
