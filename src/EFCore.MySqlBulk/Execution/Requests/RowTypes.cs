using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Rows;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>Finds each row's table map, by its concrete entity type.</summary>
internal sealed class RowTypes
{
    private readonly BulkRequest _request;
    private readonly Dictionary<Type, TableMap> _maps = [];
    private (Type Type, TableMap Map) _last;

    public RowTypes(BulkRequest request)
    {
        _request = request;
        Root = request.MapOf(request.EntityType);
        if (!request.EntityType.IsAbstract())
            _maps[request.EntityType.ClrType] = Root;
    }

    /// <summary>The entity type of a row.</summary>
    /// <param name="context">The context.</param>
    /// <param name="given">The entity type that the call named.</param>
    /// <param name="type">The row's own type.</param>
    /// <exception cref="InvalidOperationException">The row's type is not a mapped entity type.</exception>
    public static IEntityType TypeOf(DbContext context, IEntityType given, Type type)
    {
        // Proxies and unmapped subclasses are stored as their nearest mapped base type, as EF Core does.
        for (Type? candidate = type; candidate is not null && candidate != typeof(object); candidate = candidate.BaseType)
        {
            if (given.ClrType == candidate && !given.IsAbstract())
                return given;
            if (context.Model.FindEntityType(candidate) is { } found && given.IsAssignableFrom(found) && !found.IsAbstract())
                return found;
        }

        throw new InvalidOperationException($"A row has the type '{type}', which the model does not map to an entity type that can be stored as '{given.DisplayName()}'.");
    }

    /// <summary>The map of the entity type that the call named.</summary>
    public TableMap Root { get; }

    /// <summary>The map of a row, by its place in a graph or its own type.</summary>
    /// <exception cref="InvalidOperationException">The row's type is not a mapped entity type.</exception>
    public TableMap Of(in BulkRow row) => row.Place?.Table ?? Of(row.Item);

    /// <summary>The map of an entity.</summary>
    /// <exception cref="InvalidOperationException">Its type is not a mapped entity type.</exception>
    public TableMap Of(object entity)
    {
        Type type = entity.GetType();
        if (type != _last.Type)
            _last = (type, _maps.TryGetValue(type, out TableMap? map) ? map : _maps[type] = _request.MapOf(TypeOf(_request.Context, _request.EntityType, type)));
        return _last.Map;
    }
}
