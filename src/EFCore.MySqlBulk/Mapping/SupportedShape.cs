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
        if (entityType.GetMappingStrategy() is RelationalAnnotationNames.TpcMappingStrategy)
            return "is mapped to a table per concrete type (TPC), which bulk operations do not write directly.";
        if (entityType.GetTableMappings().Count() > 1)
            return "is split over several tables, which bulk operations do not write directly.";
        if (OwnedNavigation(entityType) is { } owned)
            return $"owns '{owned.TargetEntityType.DisplayName()}' through '{owned.Name}'{(owned.TargetEntityType.IsMappedToJson() ? " as JSON" : "")}, "
                + "which bulk operations do not write directly.";
        if (entityType.GetTableMappings().Single().Table.EntityTypeMappings.Any(m => !IsSameHierarchy((IEntityType)m.TypeBase, entityType)))
            return "shares its table with another entity type, which bulk operations do not write directly.";
        if (InheritsWithoutDiscriminator(entityType))
            return "is part of a hierarchy without a discriminator, which bulk operations do not write directly.";
        return UnsupportedComplexProperty(entityType);
    }

    /// <summary>A navigation to what an entity of the type owns.</summary>
    public static INavigation? OwnedNavigation(IEntityType entityType)
        => entityType.GetNavigations().Concat(entityType.GetDerivedTypes().SelectMany(d => d.GetDeclaredNavigations()))
            .FirstOrDefault(n => n.ForeignKey.IsOwnership && !n.IsOnDependent);

    /// <summary>Some complex properties of the type are not simply columns.</summary>
    public static bool HasComplexJson(IEntityType entityType) => entityType.GetDerivedTypesInclusive().Any(type => UnsupportedComplexProperty(type) is not null);

    private static bool IsSameHierarchy(IEntityType one, IEntityType other) => one.GetRootType() == other.GetRootType();

    private static bool InheritsWithoutDiscriminator(IEntityType entityType)
        => (entityType.BaseType is not null || entityType.GetDirectlyDerivedTypes().Any()) && entityType.FindDiscriminatorProperty() is null;

    private static string? UnsupportedComplexProperty(ITypeBase type)
    {
        foreach (IComplexProperty complex in type.GetComplexProperties())
        {
            if (complex.IsCollection || !complex.ComplexType.GetTableMappings().Any())
                return $"maps '{complex.Name}' to JSON, which bulk operations do not write directly.";
            if (complex.IsNullable)
                return $"maps '{complex.Name}' as an optional complex type, which bulk operations do not write directly.";
            if (complex.IsShadowProperty() || complex.ComplexType.GetProperties().Any(p => p.IsShadowProperty()))
                return $"has shadow properties in the complex type '{complex.Name}', which bulk operations do not write directly.";
            if (UnsupportedComplexProperty(complex.ComplexType) is { } nested)
                return nested;
        }

        return null;
    }
}
