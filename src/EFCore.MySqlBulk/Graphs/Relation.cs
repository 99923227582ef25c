using EFCore.MySqlBulk.Mapping.Shapes;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>A navigation by which a graph is read.</summary>
internal sealed class Relation
{
    private readonly IClrPropertyGetter _getter;

    /// <param name="navigation">The navigation.</param>
    public Relation(INavigationBase navigation)
    {
        Navigation = navigation;
        _getter = navigation.GetGetter();
        IsOwned = OwnedParts.IsToPart(navigation);
        Inverse = Inverse.Of(navigation);
        if (navigation is ISkipNavigation skip)
            Link = new(skip);
        else if (navigation is INavigation { IsOnDependent: false } toDependents)
            ForeignKey = toDependents.ForeignKey;
    }

    public INavigationBase Navigation { get; }

    /// <summary>Whether it leads to owned entities.</summary>
    public bool IsOwned { get; }

    /// <summary>The foreign key to this entity, if the entities at the other end are dependents.</summary>
    public IForeignKey? ForeignKey { get; }

    /// <summary>The join rows of a many-to-many relationship.</summary>
    public Link? Link { get; }

    /// <summary>The navigation back; <see langword="null" /> if there is none.</summary>
    public Inverse? Inverse { get; }

    /// <summary>The entities in the navigation of an entity.</summary>
    public RelatedEntities From(object entity) => new(_getter.GetClrValue(entity), Navigation.IsCollection);
}
