using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Tells, by name and before any write, which mappings have rows of their own that bulk operations write directly, which EF Core has to divide into rows, and
/// which cannot be stored.</summary>
internal static class SupportedShape
{
    /// <exception cref="NotSupportedException">Rows of the entity type cannot be written directly.</exception>
    public static void Check(IEntityType entityType)
    {
        if ((Refusal(entityType) ?? Detour(entityType)) is { } reason)
            throw new NotSupportedException($"Entity type '{entityType.DisplayName()}' {reason} Use SaveChanges for it. See {DocumentationPage.Limits} for what is supported.");
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

    /// <summary>Why EF Core has to divide the entities into rows. There is no reason if bulk operations write them directly.</summary>
    public static string? Detour(IEntityType entityType)
    {
        if (entityType.GetMappingStrategy() is RelationalAnnotationNames.TptMappingStrategy)
            return "is mapped to a table per type (TPT), which bulk operations do not write directly.";
        return entityType.GetConcreteDerivedTypesInclusive().Select(DetourOf).FirstOrDefault(reason => reason is not null);
    }

    private static string? DetourOf(IEntityType type)
    {
        if (type.GetTableMappings().Count() > 1)
            return "is split over several tables, which bulk operations do not write directly.";
        // Rows of a type without a table are refused when they are met.
        if (type.GetTableMappings().SingleOrDefault() is not { Table: { } table })
            return null;
        if (OwnedParts.Obstacle(type, table) is { } part)
            return part;
        if (!SharedRows.AreWritten(type, table))
            return "shares its table with another entity type, which bulk operations do not write directly.";
        return UnsupportedComplexProperty(type, isOptional: false);
    }

    /// <summary>A navigation to what an entity of the type owns.</summary>
    public static INavigation? OwnedNavigation(IEntityType entityType)
        => entityType.GetNavigations().Concat(entityType.GetDerivedTypes().SelectMany(d => d.GetDeclaredNavigations()))
            .FirstOrDefault(OwnedParts.IsToPart);

    /// <summary>Some complex properties of the type are not simply columns.</summary>
    public static bool HasComplexJson(IEntityType entityType) => entityType.GetDerivedTypesInclusive()
        .Any(type => UnsupportedComplexProperty(type, isOptional: false) is not null || type.GetFlattenedComplexProperties().Any(complex => complex.ComplexType.IsMappedToJson()));

    /// <summary>Rows of both are rows of one hierarchy; what an entity owns is in its row.</summary>
    public static bool IsSameHierarchy(IEntityType one, IEntityType other) => OwnedParts.OwnerOf(one).GetRootType() == other.GetRootType();

    /// <summary>Each concrete type of the hierarchy has a table of its own (TPC).</summary>
    public static bool HasTablePerConcreteType(IEntityType entityType) => entityType.GetMappingStrategy() is RelationalAnnotationNames.TpcMappingStrategy;

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
                    return $"maps '{complex.Name}' to JSON with {what}, which bulk operations do not write directly.";
                continue;
            }

            bool canBeNull = isOptional || complex.IsNullable;
            if (canBeNull && complex.ComplexType.GetProperties().Any(p => p.IsShadowProperty() || p.IsIndexerProperty()))
                return $"has shadow properties in the optional complex type '{complex.Name}', which bulk operations do not write directly.";
            if (canBeNull && !complex.ComplexType.GetTableMappings().SelectMany(mapping => mapping.ColumnMappings).All(column => ValueOrigins.IsPlain(column.Property, column)))
                return $"has concurrency tokens, defaults or generated values in the optional complex type '{complex.Name}', which bulk operations do not write directly.";
            if (UnsupportedComplexProperty(complex.ComplexType, canBeNull) is { } nested)
                return nested;
        }

        return null;
    }
}
