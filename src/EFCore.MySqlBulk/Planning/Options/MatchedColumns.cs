using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>Finds the columns by which the rows given are matched with stored ones: those of the primary key, or of another unique key that the caller named.</summary>
internal static class MatchedColumns
{
    /// <param name="table">The table.</param>
    /// <param name="names">The properties that the caller named; <see langword="null" /> for the primary key, which always identifies further parts of a row.</param>
    /// <exception cref="InvalidOperationException">The properties are neither a key nor a unique index of the model.</exception>
    public static IReadOnlyList<ColumnMap> Of(TableMap table, IReadOnlyList<string>? names)
        => names is null || table.IsFurther || table.MatchesSeveral || table.EntityType.IsOwned() ? table.Key : table.GetOrAdd((nameof(MatchedColumns), string.Join('\0', names)), static (map, key) => Find(map, key.Item2.Split('\0')));

    private static IReadOnlyList<ColumnMap> Find(TableMap table, string[] names)
    {
        ColumnMap[] columns = [.. names.Select(name => PropertySelection.Find(table, name)
            ?? throw new InvalidOperationException($"Match names '{name}', which is not a property of '{table.DisplayName}' that is stored in a column."))];
        HashSet<IProperty> properties = [.. columns.Select(column => column.Property)];
        if (properties.SetEquals(table.Key.Select(column => column.Property)))
            return table.Key;
        bool isUnique = table.EntityType.GetKeys().Any(key => properties.SetEquals(key.Properties)) || table.EntityType.GetIndexes().Any(index => index.IsUnique && properties.SetEquals(index.Properties));
        return isUnique ? columns : throw new InvalidOperationException(
            $"Match names {string.Join(", ", names.Select(name => $"'{name}'"))}, which is neither a key nor a unique index of '{table.DisplayName}', so several stored rows could match. "
            + "Give the table a unique index and the model HasIndex(…).IsUnique(), or match by the primary key.");
    }
}
