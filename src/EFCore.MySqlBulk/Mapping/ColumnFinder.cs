using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Walks an entity type's columns as EF Core's own update pipeline does: its own properties, then those of its complex types and of what it owns.</summary>
internal sealed class ColumnFinder
{
    private readonly ITableBase _table;
    private readonly IKey _key;
    private readonly List<ColumnMap> _columns = [];

    private ColumnFinder(IEntityType entityType, ITableBase table)
    {
        _table = table;
        _key = entityType.FindPrimaryKey()!;
    }

    /// <param name="entityType">The entity type.</param>
    /// <param name="table">Its table, or one of a derived type if it has none of its own.</param>
    public static IReadOnlyList<ColumnMap> Find(IEntityType entityType, ITableMapping table)
    {
        ColumnFinder finder = new(entityType, table.Table);
        finder.Visit(entityType, table, new([], []));
        return finder._columns;
    }

    private void Visit(ITypeBase type, Way way)
    {
        if (type.GetTableMappings().FirstOrDefault(mapping => mapping.Table == _table) is { } found)
            Visit(type, found, way);
    }

    private void Visit(ITypeBase type, ITableMapping table, Way way)
    {
        foreach (IColumnMapping column in table.ColumnMappings)
        {
            // A table may be that of a derived type.
            if (type is not IEntityType entityType || ((IEntityType)column.Property.DeclaringType).IsAssignableFrom(entityType))
                Add(type, column, way);
        }

        foreach (IComplexProperty complex in type.GetComplexProperties())
            Visit(complex.ComplexType, way.Through(complex, complex.IsNullable));
        if (type is not IEntityType owner)
            return;
        foreach (INavigation owned in OwnedParts.Of(owner))
            Visit(owned.TargetEntityType, way.Through(owned, isOptional: true));
    }

    private void Add(ITypeBase type, IColumnMapping column, Way way)
    {
        // A part repeats its owner's key.
        if (type is IEntityType part && part.IsOwned() && _columns.Exists(other => other.Name == column.Column.Name))
            return;
        IProperty property = column.Property;
        object? constant = type is IEntityType entityType && property == entityType.FindDiscriminatorProperty() ? entityType.GetDiscriminatorValue() : null;
        _columns.Add(new(column, property, property.IsShadowProperty() ? null : way.Through(property, isOptional: false).Members, way.Optional, _key, constant));
    }

    /// <param name="Members">The members from the entity.</param>
    /// <param name="Optional">The places of those that may be null.</param>
    private readonly record struct Way(MemberInfo[] Members, int[] Optional)
    {
        public Way Through(IPropertyBase member, bool isOptional)
            => new([.. Members, ColumnAccess.MemberToRead(member)], isOptional ? [.. Optional, Members.Length] : Optional);
    }
}
