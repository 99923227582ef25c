using System.Linq.Expressions;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>Finds queries inside a condition: evaluated for entities in memory, each of them would be sent for every entity.</summary>
internal sealed class ContextQueries : ExpressionVisitor
{
    private Type? _found;

    /// <summary>The set that the first query in a condition reads; <see langword="null" /> if there is none.</summary>
    public static Type? FirstIn(Expression condition)
    {
        ContextQueries queries = new();
        queries.Visit(condition);
        return queries._found;
    }

    public override Expression? Visit(Expression? node)
    {
        // The source of a Queryable method is visited separately.
        if (_found is null && node is not (null or LambdaExpression) && typeof(IQueryable).IsAssignableFrom(node.Type) && (node as MethodCallExpression)?.Method.DeclaringType != typeof(Queryable))
            _found = ElementOf(node.Type);
        return _found is null ? base.Visit(node) : node;
    }

    private static Type ElementOf(Type query)
        => query.GetInterfaces().Append(query).FirstOrDefault(type => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IQueryable<>))?.GenericTypeArguments[0] ?? query;
}
