using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Owned entities whose columns are in their owner's table: they are parts of its row.</summary>
internal static class OwnedParts
{
    /// <summary>The navigations to what an entity of the type owns.</summary>
    public static IEnumerable<INavigation> Of(IEntityType owner) => owner.GetNavigations().Where(IsToPart);

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
    public static string? Obstacle(IEntityType owner, ITableBase table) => Of(owner).Select(navigation => Obstacle(navigation, table)).FirstOrDefault(reason => reason is not null);

    private static string? Obstacle(INavigation navigation, ITableBase table)
    {
        IEntityType part = navigation.TargetEntityType;
        string owns = $"owns '{part.DisplayName()}' through '{navigation.Name}'";
        if (part.IsMappedToJson())
            return JsonShape.Obstacle(part) is { } inJson ? With(inJson) : null;
        if (navigation.IsCollection)
            return $"{owns}, which bulk operations do not write directly.";
        if (part.GetTableMappings().FirstOrDefault(mapping => mapping.Table == table) is not { } own || part.GetMappingFragments().Any())
            return $"{owns} in another table, which bulk operations do not write directly.";
        return What(part, own) is { } what ? With(what) : SupportedShape.UnsupportedComplexProperty(part, isOptional: true) ?? Obstacle(part, table);

        string With(string what) => $"{owns} with {what}, which bulk operations do not write directly.";
    }

    /// <summary>What ties an owned entity to others that <c>SaveChanges</c> keeps up to date.</summary>
    public static string? Ties(IEntityType part)
    {
        if (part.FindOwnership()!.DependentToPrincipal is { } back && !back.IsShadowProperty())
            return "a navigation back to its owner";
        if (part.GetForeignKeys().Concat(part.GetReferencingForeignKeys()).Any(foreignKey => !foreignKey.IsOwnership))
            return "references to other entities";
        return null;
    }

    // SaveChanges gives such a part values of its own, or compares them.
    private static string? What(IEntityType part, ITableMapping table)
    {
        if (Ties(part) is { } ties)
            return ties;
        foreach (IColumnMapping column in table.ColumnMappings)
        {
            IProperty property = column.Property;
            bool isShared = column.Column.PropertyMappings.Any(other => other.Property != property && CanMeet(other.Property, part));
            if (property.IsPrimaryKey() || (isShared && property.IsShadowProperty() && property.IsConcurrencyToken))
            {
                if (!property.IsShadowProperty())
                    return "its owner's key in a property";
            }
            else if (isShared)
            {
                return "a column that is not its own";
            }
            else if (property.IsShadowProperty() || property.IsIndexerProperty())
            {
                return "shadow properties";
            }
            else if (!ValueOrigins.IsPlain(property, column))
            {
                return "concurrency tokens, defaults or generated values";
            }
        }

        return null;
    }

    // Sibling types of a hierarchy may share a column: no row has both.
    private static bool CanMeet(IProperty other, IEntityType part)
        => OwnerOf((IEntityType)other.DeclaringType.ContainingEntityType) is var one && OwnerOf(part) is var two && (one.IsAssignableFrom(two) || two.IsAssignableFrom(one));
}
