using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>An index of a table on a server.</summary>
/// <param name="Name">Its name, not quoted.</param>
/// <param name="IsUnique">Whether it is unique.</param>
/// <param name="IsUsable">Whether queries may use it: it is neither invisible nor ignored.</param>
/// <param name="Columns">The names of its columns in their order; an expression has no name.</param>
internal sealed record StoredIndex(string Name, bool IsUnique, bool IsUsable, IReadOnlyList<string?> Columns)
{
    /// <summary>Whether all of its columns are among these.</summary>
    public bool IsWithin(IReadOnlyList<ColumnMap> columns)
        => Columns.All(name => columns.Any(column => string.Equals(column.Name, name, StringComparison.OrdinalIgnoreCase)));
}
