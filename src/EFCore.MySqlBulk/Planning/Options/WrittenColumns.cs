using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>Finds the columns that an update writes.</summary>
internal static class WrittenColumns
{
    /// <summary>The columns that an update writes.</summary>
    /// <exception cref="InvalidOperationException">A name is not a property of the entity type, or an update cannot write it.</exception>
    public static IEnumerable<ColumnMap> Of(TableMap table, ResolvedOptions options)
    {
        IReadOnlyList<ColumnMap> columns = options.Update is { } names ? PropertySelection.Columns(table, names, options.UpdateOption) : table.Updatable;
        return options.Except is { } except ? columns.Except(PropertySelection.Named(table, except, options.ExceptOption)) : columns;
    }
}
