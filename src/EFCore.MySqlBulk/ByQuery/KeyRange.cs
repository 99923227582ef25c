using System.Linq.Expressions;
using EFCore.MySqlBulk.Reading;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>The rows after one key and up to another, as conditions of queries. The keys are parameters, which change from batch to batch.</summary>
internal sealed class KeyRange<TEntity>
{
    private readonly KeyParameter[] _after;
    private readonly KeyParameter[] _upTo;

    public KeyRange(IReadOnlyList<ListColumn> columns, ParameterExpression entity)
    {
        _after = [.. columns.Select(column => KeyParameter.Of(column.Property.ClrType))];
        _upTo = [.. columns.Select(column => KeyParameter.Of(column.Property.ClrType))];
        After = Compared(columns, entity, _after, ExpressionType.GreaterThan, ExpressionType.GreaterThan);
        UpTo = Compared(columns, entity, _upTo, ExpressionType.LessThan, ExpressionType.LessThanOrEqual);
    }

    /// <summary>The rows after the first key.</summary>
    public Expression<Func<TEntity, bool>> After { get; }

    /// <summary>The rows up to the second key, which is included.</summary>
    public Expression<Func<TEntity, bool>> UpTo { get; }

    public void SetAfter(object[] key) => Set(_after, key);

    public void SetUpTo(object[] key) => Set(_upTo, key);

    private static void Set(KeyParameter[] parameters, object[] key)
    {
        for (int i = 0; i < key.Length; i++)
            parameters[i].Set(key[i]);
    }

    // a > @a OR (a = @a AND b > @b) OR …: the server makes ranges of an index of it, which it does not of (a, b) > (@a, @b).
    private static Expression<Func<TEntity, bool>> Compared(IReadOnlyList<ListColumn> columns, ParameterExpression entity, KeyParameter[] values, ExpressionType comparison, ExpressionType last)
    {
        Expression? any = null;
        for (int i = 0; i < values.Length; i++)
        {
            Expression all = Compare(i, i == values.Length - 1 ? last : comparison);
            for (int j = i - 1; j >= 0; j--)
                all = Expression.AndAlso(Compare(j, ExpressionType.Equal), all);
            any = any is null ? all : Expression.OrElse(any, all);
        }

        return Expression.Lambda<Func<TEntity, bool>>(any!, entity);

        Expression Compare(int i, ExpressionType type) => KeyComparison.Of(type, columns[i].Value, values[i].Expression);
    }
}
