using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Tables;

/// <summary>The table of dependents, as their principals see it: its rows are found by the foreign key.</summary>
internal sealed class DependentTable : TableMap
{
    private readonly TableMap _dependents;

    private DependentTable(IForeignKey foreignKey, TableMap dependents, IReadOnlyList<ColumnMap> columns)
        : base(foreignKey.PrincipalEntityType, dependents.Source, columns)
        => _dependents = dependents;

    public override bool MatchesSeveral => true;

    /// <summary>The table that has the columns of a foreign key.</summary>
    public static DependentTable Of(IForeignKey foreignKey)
        => TableMaps.Of(foreignKey.DeclaringEntityType).GetOrAdd((nameof(DependentTable), foreignKey), static (_, key) => Find(key.foreignKey));

    /// <summary>Whether a column is in the table.</summary>
    public bool Has(ColumnMap column) => _dependents.Columns.Contains(column);

    private static DependentTable Find(IForeignKey foreignKey)
    {
        TableMap dependents = TableMaps.AllOf(foreignKey.DeclaringEntityType).First(table => foreignKey.Properties.All(property => table.Columns.Any(column => column.Member == property)));
        return new(foreignKey, dependents, [.. foreignKey.Properties.Zip(foreignKey.PrincipalKey.Properties, (repeats, key) => new RepeatedColumn(dependents.ColumnOf(repeats), TableMaps.ColumnOf(foreignKey.PrincipalEntityType, key)))]);
    }
}
