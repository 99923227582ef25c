using System.Linq.Expressions;
using System.Reflection;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Sql;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Reading;

/// <summary>Compares columns with the rows of a list in a query.</summary>
internal static class ListFilter
{
    private static readonly ParameterExpression Row = Expression.Parameter(typeof(ListRow), "row");
    private static readonly PropertyInfo[] Cells = [.. Enumerable.Range(0, ListRow.MostParts).Select(i => typeof(ListRow).GetProperty($"C{i}")!)];

    /// <summary>The rows of a list that a sink has been filled with.</summary>
    public static IQueryable<ListRow> Rows(DbContext context, IReadOnlyList<ValueMap> parts, JsonSink sink, bool withPlace)
    {
        string sql = JsonList.Rows(parts, sink.IsNotPlain, withPlace);
        return context.Database.SqlQueryRaw<ListRow>(sql, sink.Finish());
    }

    /// <summary><c>a IN (SELECT c0 FROM list WHERE c1 = b AND …)</c>, which both servers run as a join that yields each row once. MariaDB does not see <c>EXISTS</c> that way.</summary>
    public static Expression IsIn(IReadOnlyList<ListColumn> columns, IQueryable<ListRow> rows)
    {
        Expression list = columns.Count == 1 ? rows.Expression : Where(rows, columns, from: 1);
        Expression<Func<ListRow, long>> first = Expression.Lambda<Func<ListRow, long>>(Expression.Property(Row, Cells[0]), Row);
        Expression values = Expression.Call(typeof(Queryable), nameof(Queryable.Select), [typeof(ListRow), typeof(long)], list, Expression.Quote(first));
        return Expression.Call(typeof(Queryable), nameof(Queryable.Contains), [typeof(long)], values, columns[0].Column);
    }

    /// <summary>Each entity with the places of the list's rows that it equals.</summary>
    public static IQueryable<FoundRow<TEntity>> Join<TEntity>(IQueryable<TEntity> source, ParameterExpression entity, IReadOnlyList<ListColumn> columns, IQueryable<ListRow> rows)
    {
        Expression<Func<TEntity, IEnumerable<ListRow>>> equal = Expression.Lambda<Func<TEntity, IEnumerable<ListRow>>>(Where(rows, columns, from: 0), entity);
        return source.SelectMany(equal, (found, row) => new FoundRow<TEntity> { Entity = found, Place = row.Place });
    }

    private static MethodCallExpression Where(IQueryable<ListRow> rows, IReadOnlyList<ListColumn> columns, int from)
    {
        IEnumerable<Expression> equal = columns.Select((column, i) => Expression.Equal(Expression.Property(Row, Cells[i]), column.Column)).Skip(from);
        Expression<Func<ListRow, bool>> predicate = Expression.Lambda<Func<ListRow, bool>>(equal.Aggregate(Expression.AndAlso), Row);
        return Expression.Call(typeof(Queryable), nameof(Queryable.Where), [typeof(ListRow)], rows.Expression, Expression.Quote(predicate));
    }
}
