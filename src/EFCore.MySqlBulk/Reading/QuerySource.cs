using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Query;

namespace EFCore.MySqlBulk.Reading;

/// <summary>The context and entity type of a query.</summary>
/// <param name="Context">Its context.</param>
/// <param name="EntityType">The type of its entities.</param>
internal sealed record QuerySource(DbContext Context, IEntityType EntityType)
{
    /// <summary>The source of a query.</summary>
    /// <param name="query">The query.</param>
    /// <param name="call">The method that needs it.</param>
    /// <exception cref="ArgumentException">The query is not one of EF Core.</exception>
    /// <exception cref="InvalidOperationException">The query does not return entities.</exception>
    public static QuerySource Of<TEntity>(IQueryable<TEntity> query, string call)
        where TEntity : class
    {
        ArgumentNullException.ThrowIfNull(query);
        DbContext context = ContextOf(query)
            ?? throw new ArgumentException($"{call} needs a query of EF Core, such as context.Set<{typeof(TEntity).Name}>(), and got a {query.GetType().Name}. If a library wraps the query, call {call} before it does.", nameof(query));
        IEntityType? entityType = Root(query.Expression) is { } root && root.EntityType.ClrType == typeof(TEntity) ? root.EntityType : context.Model.FindEntityType(typeof(TEntity));
        return entityType is null
            ? throw new InvalidOperationException($"{call} needs a query of entities, and '{typeof(TEntity)}' is not an entity type in the model of {context.GetType().Name}. Call it before Select.")
            : new(context, entityType);
    }

    // A DbSet exposes its context. Other queries hold it in non-public members, and EF Core has no public way to get it.
    private static DbContext? ContextOf(IQueryable query)
    {
        if (query is IInfrastructure<IServiceProvider> { Instance: { } services })
            return ((ICurrentDbContext?)services.GetService(typeof(ICurrentDbContext)))?.Context;
        object? compiler = Field(query.Provider, "_queryCompiler");
        object? factory = compiler is null ? null : Field(compiler, "_queryContextFactory");
        PropertyInfo? dependencies = factory?.GetType().GetProperty("Dependencies", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public);
        return (dependencies?.GetValue(factory) as QueryContextDependencies)?.CurrentContext.Context;
    }

    private static object? Field(object owner, string name)
    {
        for (Type? type = owner.GetType(); type is not null; type = type.BaseType)
        {
            if (type.GetField(name, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly) is { } field)
                return field.GetValue(owner);
        }

        return null;
    }

    private static EntityQueryRootExpression? Root(Expression expression) => expression switch
    {
        EntityQueryRootExpression root => root,
        MethodCallExpression { Arguments: [var source, ..] } => Root(source),
        _ => null,
    };
}
