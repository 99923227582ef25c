using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Tells, by name and before any write, which mappings bulk operations cannot store.</summary>
internal static class SupportedShape
{
    /// <exception cref="NotSupportedException">Entities of the type cannot be given to bulk operations.</exception>
    public static void Check(IEntityType entityType)
    {
        if (Refusal(entityType) is { } reason)
            throw Refused(entityType, reason);
        CheckPart(entityType);
    }

    /// <exception cref="NotSupportedException">Entities of the type, which may be parts of others, cannot be stored.</exception>
    public static void CheckPart(IEntityType entityType)
    {
        if ((entityType.IsOwned() ? Obstacle(entityType) : Refusal(entityType) ?? Obstacle(entityType)) is { } reason)
            throw Refused(entityType, reason);
    }

    /// <summary>Why entities of the type cannot be stored by any bulk operation; <see langword="null" /> if they can.</summary>
    public static string? Refusal(IEntityType entityType)
    {
        if (entityType.FindPrimaryKey() is null)
            return "has no primary key; bulk operations need one.";
        if (entityType.IsOwned())
            return "is an owned type; insert its owner.";
        return entityType.IsAbstract() || entityType.GetTableMappings().Any() ? null : "is not mapped to a table.";
    }

    /// <summary>Why rows of the type, or of what it owns, cannot be written as they are mapped; <see langword="null" /> if they can.</summary>
    public static string? Obstacle(IEntityType entityType) => entityType.GetConcreteDerivedTypesInclusive().Select(ObstacleOf).FirstOrDefault(reason => reason is not null);

    private static string? ObstacleOf(IEntityType type)
    {
        // Rows of a type without a table are refused when they are met.
        ITableMapping[] tables = [.. type.GetTableMappings()];
        if (OwnedParts.Obstacle(type) is { } part)
            return part;
        if (!Array.TrueForAll(tables, table => SharedRows.AreWritten(type, table.Table)))
            return "shares its table with another entity type, which bulk operations do not write.";
        return UnsupportedComplexProperty(type, isOptional: false)
            ?? OwnedParts.ApartOf(type).Select(apart => ObstacleOf(apart.TargetEntityType)).FirstOrDefault(reason => reason is not null);
    }

    /// <summary>Rows of both are rows of one hierarchy; what an entity owns is in its row.</summary>
    public static bool IsSameHierarchy(IEntityType one, IEntityType other) => OwnedParts.OwnerOf(one).GetRootType() == OwnedParts.OwnerOf(other).GetRootType();

    /// <summary>Each concrete type of the hierarchy has a table of its own (TPC).</summary>
    public static bool HasTablePerConcreteType(IEntityType entityType) => entityType.GetMappingStrategy() is RelationalAnnotationNames.TpcMappingStrategy;

    private static NotSupportedException Refused(IEntityType entityType, string reason)
        => new($"Entity type '{entityType.DisplayName()}' {reason} Use SaveChanges for it. See {DocumentationPage.Limits} for what is supported.");

    /// <summary>Why the columns of a complex property cannot be written directly.</summary>
    /// <param name="type">The type that has it.</param>
    /// <param name="isOptional">An entity may lack a value of that type.</param>
    public static string? UnsupportedComplexProperty(ITypeBase type, bool isOptional)
    {
        foreach (IComplexProperty complex in type.GetComplexProperties())
        {
            if (complex.ComplexType.IsMappedToJson())
            {
                if (JsonShape.Obstacle(complex.ComplexType) is { } what)
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
}
