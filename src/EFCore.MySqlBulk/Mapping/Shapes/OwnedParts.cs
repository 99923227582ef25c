using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Shapes;

/// <summary>Owned entities: parts of their owner's row, as columns or as JSON, or rows of their own.</summary>
internal static class OwnedParts
{
    /// <summary>The navigations to owned entities.</summary>
    public static IEnumerable<INavigation> Of(IEntityType owner) => owner.GetNavigations().Where(IsToPart);

    /// <summary>The navigations to owned entities in the owner's row.</summary>
    public static IEnumerable<INavigation> InRowOf(IEntityType owner) => Of(owner).Where(IsInRow);

    /// <summary>The navigations to owned entities with rows of their own.</summary>
    public static IEnumerable<INavigation> ApartOf(IEntityType owner) => Of(owner).Where(navigation => !IsInRow(navigation));

    /// <summary>Whether the owned entity is in the owner's row.</summary>
    public static bool IsInRow(INavigation navigation)
        => navigation.TargetEntityType.IsMappedToJson()
            || (!navigation.IsCollection && navigation.TargetEntityType.GetTableMappings().Any(part => navigation.DeclaringEntityType.GetTableMappings().Any(own => own.Table == part.Table)));

    /// <summary>Whether the navigation leads from an owner to an owned entity.</summary>
    public static bool IsToPart(INavigationBase navigation) => navigation is INavigation { ForeignKey.IsOwnership: true, IsOnDependent: false };

    /// <summary>The entity type whose rows an entity type is part of; itself if it is not owned.</summary>
    public static IEntityType OwnerOf(IEntityType type)
    {
        while (type.FindOwnership() is { } ownership)
            type = ownership.PrincipalEntityType;
        return type;
    }

    /// <summary>The entity type in whose rows an entity type is stored: itself, unless it is owned and has no rows of its own.</summary>
    public static IEntityType HolderOf(IEntityType type)
    {
        while (type.FindOwnership() is { PrincipalToDependent: { } navigation } && IsInRow(navigation))
            type = navigation.DeclaringEntityType;
        return type;
    }

    /// <summary>Whether both types share rows: as types of one hierarchy, or as owned entities in their owner's row.</summary>
    public static bool IsSameHierarchy(IEntityType one, IEntityType other) => OwnerOf(one).GetRootType() == OwnerOf(other).GetRootType();
}
