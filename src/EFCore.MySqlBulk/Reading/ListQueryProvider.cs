using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Query.Internal;

#pragma warning disable EF1001 // EF Core has no public way to find out whether a query is read, updated or deleted, and its Include works for its own provider only.

namespace EFCore.MySqlBulk.Reading;

/// <summary>EF Core's provider for a query with a list. For <c>ExecuteUpdate</c> and <c>ExecuteDelete</c> the filter becomes a join: MariaDB runs the
/// subquery of an <c>UPDATE</c> for each row of the table, and locks them all. In a query that is read, a join would return a row twice if it equals
/// two values; an update or delete affects it once.</summary>
internal sealed class ListQueryProvider : EntityQueryProvider
{
    private readonly IAsyncQueryProvider _inner;
    private readonly MethodCallExpression _filter;
    private readonly MethodCallExpression _join;

    private ListQueryProvider(DbContext context, IAsyncQueryProvider inner, MethodCallExpression filter, MethodCallExpression join)
        : base(context.GetService<IQueryCompiler>())
    {
        _inner = inner;
        _filter = filter;
        _join = join;
    }

    /// <summary>A query, and its replacement in an update or a delete.</summary>
    /// <param name="context">The query's context.</param>
    /// <param name="filtered">The query with the list as a filter.</param>
    /// <param name="joined">The query with the list as a join.</param>
    public static IQueryable<TEntity> Query<TEntity>(DbContext context, IQueryable<TEntity> filtered, IQueryable<TEntity> joined)
        => new ListQueryProvider(context, (IAsyncQueryProvider)filtered.Provider, (MethodCallExpression)filtered.Expression, (MethodCallExpression)joined.Expression)
            .CreateQuery<TEntity>(filtered.Expression);

    public override object Execute(Expression expression) => _inner.Execute(Changed(expression))!;

    public override TResult Execute<TResult>(Expression expression) => _inner.Execute<TResult>(Changed(expression));

    public override TResult ExecuteAsync<TResult>(Expression expression, CancellationToken cancellationToken = default)
        => _inner.ExecuteAsync<TResult>(Changed(expression), cancellationToken);

    private Expression Changed(Expression expression)
        => expression is MethodCallExpression { Method.Name: "ExecuteUpdate" or "ExecuteDelete" } call && IsOf(call.Arguments[0]) ? new Replacement(_filter, _join).Visit(expression)! : expression;

    // Further filters are allowed. Anything else (a limit, a projection) makes the source a subquery, in which rows must not repeat.
    private bool IsOf(Expression source)
        => ReferenceEquals(source, _filter) || (source is MethodCallExpression { Method.Name: nameof(Queryable.Where) or "TagWith" or "IgnoreQueryFilters" } call && IsOf(call.Arguments[0]));

    private sealed class Replacement(Expression replaced, Expression by) : ExpressionVisitor
    {
        public override Expression? Visit(Expression? node) => ReferenceEquals(node, replaced) ? by : base.Visit(node);
    }
}
