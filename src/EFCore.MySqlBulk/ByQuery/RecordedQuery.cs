using System.Collections;
using System.Diagnostics;
using System.Linq.Expressions;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>A query that records what would be executed of it, and executes nothing.</summary>
internal sealed class RecordedQuery<T> : IQueryable<T>, IQueryProvider
{
    private MethodCallExpression? _executed;

    private RecordedQuery() => Expression = Expression.Constant(this, typeof(IQueryable<T>));

    public Type ElementType => typeof(T);

    public Expression Expression { get; }

    public IQueryProvider Provider => this;

    /// <summary>The call that some work executes.</summary>
    public static MethodCallExpression Record(Func<IQueryable<T>, int> execute)
    {
        RecordedQuery<T> query = new();
        execute(query);
        return query._executed ?? throw new UnreachableException("EF Core has executed nothing.");
    }

    public TResult Execute<TResult>(Expression expression)
    {
        _executed = (MethodCallExpression)expression;
        return default!;
    }

    public object? Execute(Expression expression) => Execute<object?>(expression);

    public IQueryable CreateQuery(Expression expression) => throw Unreachable();

    public IQueryable<TElement> CreateQuery<TElement>(Expression expression) => throw Unreachable();

    public IEnumerator<T> GetEnumerator() => throw Unreachable();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private static UnreachableException Unreachable() => new("Only EF Core's ExecuteUpdate is called.");
}
