using System.Reflection;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Shapes;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Tables;

/// <summary>Walks an entity type's columns as EF Core's own update pipeline does: its own properties, then those of its complex types and owned entities.</summary>
internal sealed class ColumnFinder
{
    private readonly ITable _table;
    private readonly IKey _key;
    private readonly bool _isFurther;
    private readonly List<ColumnMap> _columns = [];

    private ColumnFinder(IEntityType entityType, ITable table, bool isFurther)
    {
        _table = table;
        _key = entityType.FindPrimaryKey()!;
        _isFurther = isFurther;
    }

    /// <param name="entityType">The entity type.</param>
    /// <param name="table">Its table, or one of a derived type if it has none of its own.</param>
    /// <param name="isFurther">Whether another table generates the key.</param>
    public static IReadOnlyList<ColumnMap> Find(IEntityType entityType, ITableMapping table, bool isFurther)
    {
        ColumnFinder finder = new(entityType, table.Table, isFurther);
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
            VisitPart(complex, complex.ComplexType, way.Through(complex, complex.IsNullable));
        if (type is not IEntityType owner)
            return;
        foreach (INavigation owned in OwnedParts.InRowOf(owner))
            VisitPart(owned, owned.TargetEntityType, way.Through(owned, isOptional: true));
        foreach (INavigation sharing in SharedRows.Of(owner))
            Visit(sharing.TargetEntityType, way.Through(sharing, isOptional: true) with { Sharing = sharing });
    }

    private void VisitPart(IPropertyBase member, ITypeBase type, Way way)
    {
        if (type.GetContainerColumnName() is not { Length: > 0 } name)
            Visit(type, way);
        else if (_table.FindColumn(name) is { } column)
            _columns.Add(new JsonColumn(column, member, way.Members, way.Optional));
    }

    private void Add(ITypeBase type, IColumnMapping column, Way way)
    {
        // A part has its owner's key.
        if (type is IEntityType && way.Members.Length > 0 && _columns.Exists(other => other.Name == column.Column.Name))
            return;
        IProperty property = column.Property;
        // If the discriminator is a CLR property, its value may differ from the type's.
        object? constant = type is IEntityType entityType && property == entityType.FindDiscriminatorProperty() && property.IsShadowProperty() ? entityType.GetDiscriminatorValue() : null;
        _columns.Add(new(column, property, property.IsShadowProperty() ? null : way.Through(property, isOptional: false).Members, way.Optional, _key, constant, _isFurther) { Sharing = way.Sharing });
    }

    /// <param name="Members">The members from the entity.</param>
    /// <param name="Optional">The positions of members that may be null.</param>
    private readonly record struct Way(MemberInfo[] Members, int[] Optional)
    {
        /// <summary>The navigation to another entity in the same row.</summary>
        public INavigation? Sharing { get; init; }

        public Way Through(IPropertyBase member, bool isOptional)
            => this with { Members = [.. Members, ColumnAccess.MemberToRead(member)], Optional = isOptional ? [.. Optional, Members.Length] : Optional };
    }
}
