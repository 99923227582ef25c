using EFCore.MySqlBulk.Mapping.Columns;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Relations;

/// <summary>The foreign keys by which rows of a table refer to rows of the same table. Found once per model.</summary>
internal sealed class SelfReferences
{
    /// <summary>The references by foreign keys within a group of tables.</summary>
    public SelfReferences(IEnumerable<IForeignKey> foreignKeys) => All = [.. foreignKeys.Select(foreignKey => new SelfReference(foreignKey))];

    private SelfReferences(TableMap table)
    {
        IEntityType root = table.EntityType.GetRootType();
        All =
        [
            .. from type in root.GetDerivedTypesInclusive()
               from foreignKey in type.GetDeclaredForeignKeys()
               where foreignKey.PrincipalEntityType.GetRootType() == root && !foreignKey.IsOwnership
               where !foreignKey.Properties.SequenceEqual(foreignKey.PrincipalKey.Properties)
               select new SelfReference(foreignKey),
        ];
    }

    public IReadOnlyList<SelfReference> All { get; }

    public bool AreThere => All.Count > 0;

    /// <summary>The self-references of an entity type's table.</summary>
    public static SelfReferences Of(TableMap table) => table.GetOrAdd(nameof(SelfReferences), static (map, _) => new SelfReferences(map));
}
