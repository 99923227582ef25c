using System.Linq.Expressions;
using System.Text.RegularExpressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Query.Internal;

#pragma warning disable EF1001 // EF Core has no public way to read the SQL of a query.

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>Refuses queries with a part that takes some of the rows that the call changes: each batch asks anew, and gets others in place of those that the batches before it have changed.</summary>
internal sealed partial class RepeatedParts : ExpressionVisitor
{
    private readonly string _call;
    private readonly ITable[] _changed;
    private readonly HashSet<Type> _types;

    private RepeatedParts(IReadOnlyList<IEntityType> changed, string call)
    {
        _call = call;
        _changed = [.. changed.SelectMany(type => type.GetTableMappings()).Select(mapping => mapping.Table).Distinct()];
        _types = [.. _changed.SelectMany(table => table.EntityTypeMappings).Select(mapping => mapping.TypeBase.ClrType)];
    }

    /// <param name="query">The query.</param>
    /// <param name="changed">The entity types whose rows the call changes.</param>
    /// <param name="call">The method that takes the query.</param>
    /// <exception cref="InvalidOperationException">It has such a part.</exception>
    public static void Check(Expression query, IReadOnlyList<IEntityType> changed, string call) => new RepeatedParts(changed, call).Visit(query);

    protected override Expression VisitMethodCall(MethodCallExpression node)
    {
        if (IsPart(node) && new Reads(_types).Any(node.Arguments[0]))
            throw new InvalidOperationException($"The query given to {_call} has {node.Method.Name} in a part of its own that reads rows which {_call} changes, so that each batch would get other ones. Load what the part gives first, such as the keys, and name that in the condition.");
        return Asked(node) is { } asked ? VisitQuery(node, asked) : base.VisitMethodCall(node);
    }

    protected override Expression VisitMember(MemberExpression node) => Asked(node) is { } asked ? VisitQuery(node, asked) : base.VisitMember(node);

    // The root of a query.
    protected override Expression VisitExtension(Expression node)
    {
        if (node is FromSqlQueryRootExpression { Sql: var sql } && Limit().IsMatch(sql) && _changed.Any(table => sql.Contains(table.Name, StringComparison.OrdinalIgnoreCase)))
            throw new InvalidOperationException($"The query given to {_call} has SQL with LIMIT that reads rows which {_call} changes, so that each batch would get other ones. Load what the SQL gives first, such as the keys, and name that in the condition.");
        return base.VisitExtension(node);
    }

    private Expression VisitQuery(Expression node, IQueryable asked)
    {
        Visit(asked.Expression);
        return node;
    }

    private static bool IsPart(MethodCallExpression node) => (node.Method.DeclaringType == typeof(Queryable) || node.Method.DeclaringType == typeof(Enumerable))
        && QueryShape.TakesPart(node.Method.Name);

    // A query in a variable, or a set of a context, as EF Core sees it. What is an operation of a query is visited as it is.
    private static IQueryable? Asked(Expression node)
        => typeof(IQueryable).IsAssignableFrom(node.Type)
            && (node as MethodCallExpression)?.Method.DeclaringType is var type && type != typeof(Queryable) && type != typeof(EntityFrameworkQueryableExtensions)
            && !Open.IsIn(node)
            && Expression.Lambda<Func<IQueryable>>(node).Compile(preferInterpretation: true)() is { } asked
            && !(asked.Expression is MethodCallExpression made && made.Method == (node as MethodCallExpression)?.Method)
                ? asked
                : null;

    [GeneratedRegex(@"(?<!`)\blimit\s+[\d{@?]", RegexOptions.IgnoreCase)]
    private static partial Regex Limit();

    /// <summary>Looks for rows of entity types.</summary>
    private sealed class Reads(HashSet<Type> types) : ExpressionVisitor
    {
        private bool _found;

        public bool Any(Expression part)
        {
            Visit(part);
            return _found;
        }

        public override Expression? Visit(Expression? node)
        {
            _found |= node is not null && node.Type.GetInterfaces().Append(node.Type).Any(type => type.IsGenericType && type.GetGenericTypeDefinition() == typeof(IEnumerable<>) && types.Contains(type.GenericTypeArguments[0]));
            return _found ? node : base.Visit(node);
        }
    }

    /// <summary>Looks for what has no value yet: parameters of lambdas, and roots of queries.</summary>
    private sealed class Open : ExpressionVisitor
    {
        private readonly HashSet<ParameterExpression> _own = [];
        private bool _found;

        public static bool IsIn(Expression expression)
        {
            Open open = new();
            open.Visit(expression);
            return open._found;
        }

        protected override Expression VisitLambda<T>(Expression<T> node)
        {
            _own.UnionWith(node.Parameters);
            return base.VisitLambda(node);
        }

        protected override Expression VisitParameter(ParameterExpression node)
        {
            _found |= !_own.Contains(node);
            return node;
        }

        protected override Expression VisitExtension(Expression node)
        {
            _found = true;
            return node;
        }
    }
}
