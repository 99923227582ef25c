using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Refuses, by name and before any write, the mappings that bulk operations do not support.</summary>
internal static class SupportedShape
{
    /// <exception cref="NotSupportedException">The entity type uses one of them.</exception>
    public static void Check(IEntityType entityType)
    {
        string? reason = Refusal(entityType);
        if (reason is not null)
            throw new NotSupportedException($"Entity type '{entityType.DisplayName()}' {reason} Use SaveChanges for it. See {DocumentationPage.Limits} for what is supported.");
    }

    private static string? Refusal(IEntityType entityType)
    {
        if (entityType.FindPrimaryKey() is null)
            return "has no primary key; bulk operations need one.";
        if (entityType.IsOwned())
            return "is an owned type; insert its owner.";
        if (entityType.GetMappingStrategy() is RelationalAnnotationNames.TptMappingStrategy)
            return "is mapped to a table per type (TPT), which bulk operations do not support.";
        if (entityType.GetMappingStrategy() is RelationalAnnotationNames.TpcMappingStrategy)
            return "is mapped to a table per concrete type (TPC), which bulk operations do not support.";
        int tables = entityType.GetTableMappings().Count();
        if (tables != 1)
            return tables == 0 ? "is not mapped to a table." : "is split over several tables, which bulk operations do not support.";
        if (OwnedNavigation(entityType) is { } owned)
            return $"owns '{owned.TargetEntityType.DisplayName()}' through '{owned.Name}'{(owned.TargetEntityType.IsMappedToJson() ? " as JSON" : "")}, "
                + "which bulk operations do not support.";
        if (entityType.GetTableMappings().Single().Table.EntityTypeMappings.Any(m => !IsSameHierarchy((IEntityType)m.TypeBase, entityType)))
            return "shares its table with another entity type, which bulk operations do not support.";
        if (InheritsWithoutDiscriminator(entityType))
            return "is part of a hierarchy without a discriminator, which bulk operations do not support.";
        return UnsupportedComplexProperty(entityType);
    }

    private static INavigation? OwnedNavigation(IEntityType entityType)
        => entityType.GetNavigations().Concat(entityType.GetDerivedTypes().SelectMany(d => d.GetDeclaredNavigations()))
            .FirstOrDefault(n => n.ForeignKey.IsOwnership && !n.IsOnDependent);

    private static bool IsSameHierarchy(IEntityType one, IEntityType other) => one.GetRootType() == other.GetRootType();

    private static bool InheritsWithoutDiscriminator(IEntityType entityType)
        => (entityType.BaseType is not null || entityType.GetDirectlyDerivedTypes().Any()) && entityType.FindDiscriminatorProperty() is null;

    private static string? UnsupportedComplexProperty(ITypeBase type)
    {
        foreach (IComplexProperty complex in type.GetComplexProperties())
        {
            if (complex.IsCollection || !complex.ComplexType.GetTableMappings().Any())
                return $"maps '{complex.Name}' to JSON, which bulk operations do not support.";
            if (complex.IsNullable)
                return $"maps '{complex.Name}' as an optional complex type, which bulk operations do not support.";
            if (complex.IsShadowProperty() || complex.ComplexType.GetProperties().Any(p => p.IsShadowProperty()))
                return $"has shadow properties in the complex type '{complex.Name}', which bulk operations do not support.";
            if (UnsupportedComplexProperty(complex.ComplexType) is { } nested)
                return nested;
        }

        return null;
    }
}
