using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Tables;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Graphs;

/// <summary>The join rows of a many-to-many relationship, seen from one of its two ends.</summary>
internal sealed class Link(ISkipNavigation navigation)
{
    private RowPlace? _place;

    /// <summary>The entity type of the rows.</summary>
    public IEntityType Type => navigation.JoinEntityType;

    /// <summary>Whether the other end comes first, so that both ends name a link in the same way.</summary>
    public bool IsInverse { get; } = navigation.Inverse is { } inverse && string.CompareOrdinal(navigation.ForeignKey.Properties[0].Name, inverse.ForeignKey.Properties[0].Name) > 0;

    /// <summary>Creates a join row as EF Core does: an instance of the type's class, or a property bag.</summary>
    /// <exception cref="InvalidOperationException">The class has no constructor without parameters.</exception>
    public object Create()
    {
        try
        {
            return Activator.CreateInstance(Type.ClrType, nonPublic: true)!;
        }
        catch (MissingMethodException exception)
        {
            throw new InvalidOperationException($"The rows of '{Type.DisplayName()}' link two entities of the graph, and its class has no constructor without parameters. Insert them in a call of their own, without IncludeGraph.", exception);
        }
    }

    /// <summary>The foreign key by which they refer to this end.</summary>
    public IForeignKey ForeignKey => navigation.ForeignKey;

    /// <summary>The place of a row that no entity holds.</summary>
    public RowPlace Place => _place ??= new(TableMaps.Of(Type)) { IsCounted = true };

    /// <summary>The place of a row between two entities.</summary>
    public RowPlace Between(object from, object to)
        => Place.HeldBy(navigation.ForeignKey, from).HeldBy(navigation.Inverse.ForeignKey, to);
}
