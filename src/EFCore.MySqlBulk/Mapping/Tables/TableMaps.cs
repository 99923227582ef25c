using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Shapes;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Tables;

/// <summary>The table maps of a model.</summary>
internal static class TableMaps
{
    private const string AnnotationName = "EFCore.MySqlBulk:TableMap";

    /// <summary>The map of an entity type, for its first table if it has several; cached on its model.</summary>
    /// <exception cref="InvalidOperationException">The entity type has too many optional columns.</exception>
    public static TableMap Of(IEntityType entityType) => AllOf(entityType)[0];

    /// <summary>The map of an entity type for another table of the same shape. What is learned of the tables is kept apart.</summary>
    public static TableMap Of(IEntityType entityType, string name) => Of(entityType).GetOrAdd((nameof(TableMaps), name), static (map, key) => new TableMap(map, key.name));

    /// <summary>The maps of an entity type: one for each table that has a part of an entity, in the order in which their rows are inserted.</summary>
    public static IReadOnlyList<TableMap> AllOf(IEntityType entityType)
        => entityType.GetOrAddRuntimeAnnotationValue(AnnotationName, static type => Make(type!), entityType);

    private static TableMap[] Make(IEntityType type) => [.. EntityTables.Of(type).Select((table, i) => new TableMap(type, table.Table, ColumnFinder.Find(type, table, i > 0), i > 0) { KeyWriterOf = KeyWriterOf })];

    /// <summary>The column of a property in whichever table of its type has it.</summary>
    public static ColumnMap ColumnOf(IEntityType type, IProperty property) => AllOf(type).SelectMany(table => table.Columns).First(column => column.Member == property);

    // Entities that share the row get its key too.
    private static Action<object, long> KeyWriterOf(TableMap table)
    {
        Action<object, long> write = ColumnAccess.CompileIntegerWriter(table.AutoIncrement!, table.EntityType.ClrType);
        return SharedParts.Of(table) is { AreThere: true } parts ? write + ((item, _) => parts.CopyKey(item)) : write;
    }
}
