using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Owned entities: parts of their owner's row, as columns or as JSON, or rows of their own.</summary>
internal static class OwnedParts
{
    /// <summary>The navigations to what an entity of the type owns.</summary>
    public static IEnumerable<INavigation> Of(IEntityType owner) => owner.GetNavigations().Where(IsToPart);

    /// <summary>Those of them whose entities are in the owner's row.</summary>
    public static IEnumerable<INavigation> InRowOf(IEntityType owner) => Of(owner).Where(IsInRow);

    /// <summary>Those of them whose entities have rows of their own.</summary>
    public static IEnumerable<INavigation> ApartOf(IEntityType owner) => Of(owner).Where(navigation => !IsInRow(navigation));

    /// <summary>What the navigation leads to is in the owner's row.</summary>
    public static bool IsInRow(INavigation navigation)
        => navigation.TargetEntityType.IsMappedToJson()
            || (!navigation.IsCollection && navigation.TargetEntityType.GetTableMappings().Any(part => navigation.DeclaringEntityType.GetTableMappings().Any(own => own.Table == part.Table)));

    /// <summary>The navigation leads from an owner to what it owns.</summary>
    public static bool IsToPart(INavigationBase navigation) => navigation is INavigation { ForeignKey.IsOwnership: true, IsOnDependent: false };

    /// <summary>The entity type whose rows an entity type is part of; itself if it is not owned.</summary>
    public static IEntityType OwnerOf(IEntityType type)
    {
        while (type.FindOwnership() is { } ownership)
            type = ownership.PrincipalEntityType;
        return type;
    }

    /// <summary>Why the row of an owner cannot be written with its parts; <see langword="null" /> if it can.</summary>
    public static string? Obstacle(IEntityType owner) => InRowOf(owner).Select(Obstacle).FirstOrDefault(reason => reason is not null);

    private static string? Obstacle(INavigation navigation)
    {
        IEntityType part = navigation.TargetEntityType;
        if (part.IsMappedToJson())
            return JsonShape.Obstacle(part) is { } inJson ? With(inJson) : null;
        return part.GetTableMappings().Select(table => What(part, table)).FirstOrDefault(what => what is not null) is { } found ? With(found)
            : SupportedShape.UnsupportedComplexProperty(part, isOptional: true) ?? Obstacle(part);

        string With(string what) => $"owns '{part.DisplayName()}' through '{navigation.Name}' with {what}, which bulk operations do not write.";
    }

    /// <summary>What ties an owned entity in JSON to others that <c>SaveChanges</c> keeps up to date.</summary>
    public static string? Ties(IEntityType part)
    {
        if (part.FindOwnership()!.DependentToPrincipal is { } back && !back.IsShadowProperty())
            return "a navigation back to its owner";
        return RefersToOthers(part) ? "references to other entities" : null;
    }

    private static bool RefersToOthers(IEntityType part) => part.GetForeignKeys().Concat(part.GetReferencingForeignKeys()).Any(foreignKey => !foreignKey.IsOwnership);

    // SaveChanges gives such a part values of its own, or compares them.
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
        => OwnerOf((IEntityType)other.DeclaringType.ContainingEntityType) is var one && OwnerOf(part) is var two && (one.IsAssignableFrom(two) || two.IsAssignableFrom(one));
}
