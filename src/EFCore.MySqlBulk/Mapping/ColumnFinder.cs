using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Walks an entity type's columns as EF Core's own update pipeline does: its own properties, then those of its complex types.</summary>
internal static class ColumnFinder
{
    public static IEnumerable<ColumnMap> Find(IEntityType entityType, ITableMapping table)
    {
        IProperty? discriminator = entityType.FindDiscriminatorProperty();
        return Visit(entityType, table, [], entityType.FindPrimaryKey()!, discriminator, entityType.GetDiscriminatorValue());
    }

    private static IEnumerable<ColumnMap> Visit(
        ITypeBase type, ITableMapping table, MemberInfo[] path, IKey key, IProperty? discriminator, object? discriminatorValue)
    {
        foreach (IColumnMapping column in table.ColumnMappings)
        {
            IProperty property = column.Property;
            MemberInfo[]? members = property.IsShadowProperty() ? null : [.. path, ColumnAccess.MemberToRead(property)];
            yield return new(column, property, members, key, property == discriminator ? discriminatorValue : null);
        }

        foreach (IComplexProperty complex in type.GetComplexProperties())
        {
            ITableMapping? nested = complex.ComplexType.GetTableMappings().FirstOrDefault(m => m.Table == table.Table);
            if (nested is null)
                continue;
            foreach (ColumnMap column in Visit(complex.ComplexType, nested, [.. path, ColumnAccess.MemberToRead(complex)], key, null, null))
                yield return column;
        }
    }
}
