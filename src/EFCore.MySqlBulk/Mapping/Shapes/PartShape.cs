using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Shapes;

/// <summary>Finds complex values and owned entities that bulk operations cannot write as parts of a row.</summary>
internal static class PartShape
{
    /// <summary>Why the row of an owner cannot be written with its parts; <see langword="null" /> if it can.</summary>
    public static string? Obstacle(IEntityType owner) => OwnedParts.InRowOf(owner).Select(Obstacle).FirstOrDefault(reason => reason is not null);

    private static string? Obstacle(INavigation navigation)
    {
        IEntityType part = navigation.TargetEntityType;
        if (part.IsMappedToJson())
            return JsonObstacle(part) is { } inJson ? With(inJson) : null;
        return part.GetTableMappings().Select(table => What(part, table)).FirstOrDefault(what => what is not null) is { } found ? With(found)
            : UnsupportedComplexProperty(part, isOptional: true) ?? Obstacle(part);

        string With(string what) => $"owns '{part.DisplayName()}' through '{navigation.Name}' with {what}, which bulk operations do not write.";
    }

    /// <summary>Why the columns of a complex property cannot be written directly.</summary>
    /// <param name="type">The declaring type.</param>
    /// <param name="isOptional">Whether a value of that type may be null.</param>
    public static string? UnsupportedComplexProperty(ITypeBase type, bool isOptional)
    {
        foreach (IComplexProperty complex in type.GetComplexProperties())
        {
            if (complex.ComplexType.IsMappedToJson())
            {
                if (JsonObstacle(complex.ComplexType) is { } what)
                    return $"maps '{complex.Name}' to JSON with {what}, which bulk operations do not write.";
                continue;
            }

            bool canBeNull = isOptional || complex.IsNullable;
            if (canBeNull && complex.ComplexType.GetProperties().Any(p => p.IsShadowProperty() || p.IsIndexerProperty()))
                return $"has shadow properties in the optional complex type '{complex.Name}', which bulk operations do not write.";
            if (canBeNull && !complex.ComplexType.GetTableMappings().SelectMany(mapping => mapping.ColumnMappings).All(column => ValueOrigins.IsPlain(column.Property, column)))
                return $"has concurrency tokens, defaults or generated values in the optional complex type '{complex.Name}', which bulk operations do not write.";
            if (UnsupportedComplexProperty(complex.ComplexType, canBeNull) is { } nested)
                return nested;
        }

        return null;
    }

    /// <summary>Why only <c>SaveChanges</c> can write such a part; <see langword="null" /> if its members have all values.</summary>
    private static string? JsonObstacle(ITypeBase type)
    {
        if (type is IEntityType part && Ties(part) is { } ties)
            return ties;
        foreach (IProperty property in type.GetProperties())
        {
            if (property.IsPrimaryKey())
            {
                if (!property.IsShadowProperty())
                    return "its owner's key in a property";
            }
            else if (property.IsShadowProperty() || property.IsIndexerProperty())
            {
                return "shadow properties";
            }
            else if (!ValueOrigins.IsPlain(property))
            {
                return "concurrency tokens, defaults or generated values";
            }
        }

        return type.GetComplexProperties().Select(complex => (ITypeBase)complex.ComplexType).Concat(JsonShape.NavigationsOf(type).Select(owned => owned.TargetEntityType))
            .Select(JsonObstacle).FirstOrDefault(reason => reason is not null);
    }

    /// <summary>A reference from an owned entity in JSON to others that only <c>SaveChanges</c> maintains.</summary>
    private static string? Ties(IEntityType part)
    {
        if (part.FindOwnership()!.DependentToPrincipal is { } back && !back.IsShadowProperty())
            return "a navigation back to its owner";
        return RefersToOthers(part) ? "references to other entities" : null;
    }

    private static bool RefersToOthers(IEntityType part) => part.GetForeignKeys().Concat(part.GetReferencingForeignKeys()).Any(foreignKey => !foreignKey.IsOwnership);

    // Whether SaveChanges generates or compares values of such a part.
    private static string? What(IEntityType part, ITableMapping table)
    {
        if (RefersToOthers(part))
            return "references to other entities";
        foreach (IColumnMapping column in table.ColumnMappings)
        {
            IProperty property = column.Property;
            bool isShared = column.Column.PropertyMappings.Any(other => other.Property != property && CanMeet(other.Property, part));
            if (property.IsPrimaryKey() || (isShared && property.IsShadowProperty() && property.IsConcurrencyToken))
                continue;
            if (isShared)
                return "a column that is not its own";
            if (property.IsShadowProperty() || property.IsIndexerProperty())
                return "shadow properties";
            if (!ValueOrigins.IsPlain(property, column))
                return "concurrency tokens, defaults or generated values";
        }

        return null;
    }

    // Sibling types of a hierarchy may share a column: no row has both.
    private static bool CanMeet(IProperty other, IEntityType part)
        => OwnedParts.OwnerOf((IEntityType)other.DeclaringType.ContainingEntityType) is var one && OwnedParts.OwnerOf(part) is var two && (one.IsAssignableFrom(two) || two.IsAssignableFrom(one));
}
