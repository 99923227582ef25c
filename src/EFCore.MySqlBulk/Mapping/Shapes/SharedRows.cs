using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Shapes;

/// <summary>Entities of other types in the same row (table splitting): they are parts of the row's entity.</summary>
internal static class SharedRows
{
    // Statements may omit each column of a part, and a table may have 64 such columns.
    private const int MostColumns = 32;

    /// <summary>The navigations from an entity to those that share its row.</summary>
    public static IEnumerable<INavigation> Of(IEntityType principal) => principal.GetNavigations().Where(IsToPart);

    /// <summary>Whether the navigation leads from an entity to one that shares its row.</summary>
    public static bool IsToPart(INavigationBase navigation)
        => navigation is INavigation { ForeignKey: { IsOwnership: false, IsUnique: true } foreignKey, IsOnDependent: false } && !navigation.IsShadowProperty()
            && foreignKey.DeclaringEntityType.GetTableMappings().Any(mapping => mapping.Table.GetRowInternalForeignKeys(foreignKey.DeclaringEntityType).Contains(foreignKey));

    /// <summary>Whether rows of the type can be written with all entities that share them.</summary>
    public static bool AreWritten(IEntityType type, ITable table)
    {
        IEntityType[] others = [.. table.EntityTypeMappings.Select(mapping => (IEntityType)mapping.TypeBase).Where(other => !OwnedParts.IsSameHierarchy(other, type))];
        return others.Length == 0
            || (!table.GetRowInternalForeignKeys(type).Any() && Array.TrueForAll(others, other => IsPart(other, type, table)) && Of(type).Sum(navigation => navigation.TargetEntityType.GetProperties().Count()) <= MostColumns);
    }

    // Whether SaveChanges generates or compares values of the part, or finds it by more than the row's key.
    private static bool IsPart(IEntityType part, IEntityType principal, ITable table)
        => part.GetForeignKeys().ToArray() is [var only] && table.GetRowInternalForeignKeys(part).Contains(only) && only.PrincipalKey.IsPrimaryKey() && only.PrincipalEntityType.IsAssignableFrom(principal)
            && !part.GetReferencingForeignKeys().Any() && !part.GetSkipNavigations().Any() && !part.GetComplexProperties().Any()
            && part.BaseType is null && !part.GetDirectlyDerivedTypes().Any()
            && part.GetTableMappings().ToArray() is [var own] && own.ColumnMappings.All(IsWritten);

    private static bool IsWritten(IColumnMapping column)
    {
        IProperty property = column.Property;
        bool isShared = column.Column.PropertyMappings.Any(other => other.Property != property);
        return property.IsPrimaryKey() || (isShared && property.IsShadowProperty() && property.IsConcurrencyToken)
            || (!isShared && !property.IsShadowProperty() && !property.IsIndexerProperty() && ValueOrigins.IsPlain(property, column));
    }
}
