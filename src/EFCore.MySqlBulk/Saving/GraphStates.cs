using System.Diagnostics;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Planning;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Saving;

/// <summary>Which entities of a graph a bulk call stores, and which it only refers to.</summary>
/// <param name="request">The call.</param>
/// <param name="rows">Its rows.</param>
internal sealed class GraphStates(BulkRequest request, HashSet<object> rows)
{
    private readonly EntityState _state = request.Operation.Kind switch
    {
        BulkOperation.Insert => EntityState.Added,
        BulkOperation.Update => EntityState.Modified,
        BulkOperation.Delete => EntityState.Deleted,
        _ => throw new UnreachableException($"{request.Operation.Kind} stores no entities."),
    };

    /// <summary>The entity type of a row.</summary>
    /// <exception cref="NotSupportedException">The row's type is not a mapped entity type.</exception>
    public IEntityType TypeOf(object row)
    {
        IEntityType given = request.EntityType;
        if (given.ClrType == row.GetType())
            return given;
        return request.Context.Model.FindRuntimeEntityType(row.GetType()) is { } type && given.IsAssignableFrom(type) && !type.IsAbstract()
            ? type
            : throw new NotSupportedException($"A row has the type '{row.GetType()}', which the model does not map to an entity type that can be stored as '{given.DisplayName()}'.");
    }

    /// <summary>The state of an entity that was reached.</summary>
    /// <param name="entry">Its entry.</param>
    /// <param name="reachedBy">The navigation; <see langword="null" /> for a row.</param>
    public EntityState Of(EntityEntry entry, INavigationBase? reachedBy)
    {
        if (reachedBy is null || rows.Contains(entry.Entity))
            return _state;
        // What an entity owns is a part of it. A part whose key only its tracked entry knows is deleted with its owner, by the server.
        if (entry.Metadata.IsOwned())
            return _state == EntityState.Deleted && !entry.IsKeySet ? EntityState.Detached : _state;
        if (_state == EntityState.Added && request.Options.IncludeGraph)
            return IsStored(entry) ? EntityState.Unchanged : EntityState.Added;
        // The row's foreign key is taken from the entity that it refers to.
        return reachedBy is INavigation { IsOnDependent: true } && entry.IsKeySet && _state != EntityState.Deleted ? EntityState.Unchanged : EntityState.Detached;
    }

    /// <summary>Leaves the properties of a row to update alone that the call does not write.</summary>
    public void Select(EntityEntry entry)
    {
        if (request.Options.WritesAll || entry.State != EntityState.Modified)
            return;
        foreach (IProperty property in entry.Metadata.GetFlattenedProperties().Where(property => !PropertySelection.Writes(property, request.Options)))
            entry.Property(property).IsModified = false;
    }

    // The server has generated its key.
    private static bool IsStored(EntityEntry entry)
        => entry.IsKeySet && entry.Metadata.FindPrimaryKey()!.Properties.Any(property => property.ValueGenerated.HasFlag(ValueGenerated.OnAdd) && !property.IsForeignKey());
}
