using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>An index of a table on a server.</summary>
/// <param name="Name">Its name, not quoted.</param>
/// <param name="IsUnique">It refuses a row with the values of another one.</param>
/// <param name="IsUsable">Queries may use it: it is neither invisible nor ignored.</param>
/// <param name="Columns">The names of its columns in their order; one that is an expression has none.</param>
internal sealed record StoredIndex(string Name, bool IsUnique, bool IsUsable, IReadOnlyList<string?> Columns)
{
    /// <summary>All of its columns are among these.</summary>
    public bool IsWithin(IReadOnlyList<ColumnMap> columns)
        => Columns.All(name => columns.Any(column => string.Equals(column.Name, name, StringComparison.OrdinalIgnoreCase)));
}
