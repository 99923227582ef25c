using System.Linq.Expressions;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>The query filters of an entity type, as conditions for entities in memory.</summary>
internal static class QueryFilters
{
    /// <summary>The filters that a query applies.</summary>
    /// <param name="context">The context, whose values the filters use.</param>
    /// <param name="type">The entity type of the query.</param>
    /// <param name="query">The query.</param>
    public static IEnumerable<Expression<Func<T, bool>>> Of<T>(DbContext context, IEntityType type, Expression query)
    {
        HashSet<string>? ignored = Ignored(query);
        return ignored is null ? [] : EFCoreVersion.QueryFiltersOf(type.GetRootType(), ignored).Select(filter => Of<T>(context, filter));
    }

    // The names of the ignored filters; null if all are ignored.
    private static HashSet<string>? Ignored(Expression query)
    {
        HashSet<string> names = [];
        for (Expression part = query; part is MethodCallExpression call; part = call.Arguments[0])
        {
            if (call.Method.Name != nameof(EntityFrameworkQueryableExtensions.IgnoreQueryFilters))
                continue;
            if (call.Arguments is not [_, ConstantExpression { Value: IEnumerable<string> some }])
                return null;
            names.UnionWith(some);
        }

        return names;
    }

    private static Expression<Func<T, bool>> Of<T>(DbContext context, LambdaExpression filter)
    {
        ParameterExpression row = Expression.Parameter(typeof(T), filter.Parameters[0].Name);
        return Expression.Lambda<Func<T, bool>>(new Bound(context, filter.Parameters[0], row).Visit(filter.Body)!, row);
    }

    // The model, and with it the filter, may have been built by another context of the same type. As in EF Core, any captured object of the context's
    // type is replaced by the current context.
    private sealed class Bound(DbContext context, ParameterExpression from, ParameterExpression to) : ExpressionVisitor
    {
        public override Expression? Visit(Expression? node)
            => node is not null && node.Type != typeof(object) && node.Type.IsInstanceOfType(context) ? Expression.Constant(context, node.Type)
                : node == from ? to
                : base.Visit(node);
    }
}
