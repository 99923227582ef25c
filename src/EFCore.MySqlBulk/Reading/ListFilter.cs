using System.Linq.Expressions;
using System.Reflection;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Sql;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Reading;

/// <summary>Compares columns with the rows of a list in a query.</summary>
internal static class ListFilter
{
    private static readonly ParameterExpression Row = Expression.Parameter(typeof(ListRow), "row");
    private static readonly PropertyInfo[] Cells = [.. Enumerable.Range(0, ListRow.MostParts).Select(i => typeof(ListRow).GetProperty($"C{i}")!)];

    /// <summary>Creates the sink for keys with these parts.</summary>
    public static JsonSink Sink(IReadOnlyList<ValueMap> parts) => new(JsonList.IsBase64(parts));

    /// <summary>The rows of a list that a sink has written.</summary>
    public static IQueryable<ListRow> Rows(DbContext context, IReadOnlyList<ValueMap> parts, string list, bool withPlace)
        => context.Database.SqlQueryRaw<ListRow>(JsonList.Rows(parts, withPlace), list);

    /// <summary>The entities that equal some row of the list.</summary>
    public static IQueryable<TEntity> Where<TEntity>(DbContext context, IQueryable<TEntity> source, ParameterExpression entity, IReadOnlyList<ListColumn> columns, IQueryable<ListRow> rows)
        => ListQueryProvider.Query(
            context,
            source.Where(Expression.Lambda<Func<TEntity, bool>>(IsIn(columns, rows), entity)),
            source.SelectMany(Equal<TEntity>(entity, columns, rows), (found, _) => found));

    /// <summary>Tests whether a property is in a list of values in the statement, which may contain NULL.</summary>
    public static Expression<Func<TEntity, bool>> Contains<TEntity, TValue>(IReadOnlyList<TValue> values, Expression<Func<TEntity, TValue>> property)
    {
        Expression<Func<IEnumerable<TValue>>> given = () => values;
        return Expression.Lambda<Func<TEntity, bool>>(Expression.Call(typeof(Enumerable), nameof(Enumerable.Contains), [typeof(TValue)], given.Body, property.Body), property.Parameters);
    }

    /// <summary><c>a IN (SELECT c0 FROM list WHERE c1 = b AND …)</c>, which both servers run as a join that yields each row once. MariaDB does not run <c>EXISTS</c> that way.</summary>
    public static Expression IsIn(IReadOnlyList<ListColumn> columns, IQueryable<ListRow> rows)
    {
        Expression list = columns.Count == 1 ? rows.Expression : Where(rows, columns, from: 1);
        Expression<Func<ListRow, long>> first = Expression.Lambda<Func<ListRow, long>>(Expression.Property(Row, Cells[0]), Row);
        Expression values = Expression.Call(typeof(Queryable), nameof(Queryable.Select), [typeof(ListRow), typeof(long)], list, Expression.Quote(first));
        return Expression.Call(typeof(Queryable), nameof(Queryable.Contains), [typeof(long)], values, columns[0].Column);
    }

    /// <summary>Each entity with the positions of the list's rows that it equals. EF Core cannot include collections in it.</summary>
    public static IQueryable<FoundRow<TEntity>> Join<TEntity>(IQueryable<TEntity> source, ParameterExpression entity, IReadOnlyList<ListColumn> columns, IQueryable<ListRow> rows)
        => source.SelectMany(Equal<TEntity>(entity, columns, rows), (found, row) => new FoundRow<TEntity> { Item = found, Place = row.Place });

    /// <summary>The positions with the keys that exist.</summary>
    public static IQueryable<FoundRow<object?[]>> JoinKeys<TEntity>(IQueryable<TEntity> source, ParameterExpression entity, IReadOnlyList<ListColumn> columns, IQueryable<ListRow> rows)
    {
        MemberInitExpression found = Expression.MemberInit(
            Expression.New(typeof(FoundRow<object?[]>)),
            Expression.Bind(typeof(FoundRow<object?[]>).GetProperty(nameof(FoundRow<>.Item))!, ListColumn.Key(columns)),
            Expression.Bind(typeof(FoundRow<object?[]>).GetProperty(nameof(FoundRow<>.Place))!, Expression.Property(Row, nameof(ListRow.Place))));
        return source.SelectMany(Equal<TEntity>(entity, columns, rows), Expression.Lambda<Func<TEntity, ListRow, FoundRow<object?[]>>>(found, entity, Row));
    }

    /// <summary>The entities that equal some row of the list, with their keys.</summary>
    public static IQueryable<KeyedEntity<TEntity>> WithKeys<TEntity>(IQueryable<TEntity> source, ParameterExpression entity, IReadOnlyList<ListColumn> columns, IQueryable<ListRow> rows)
    {
        MemberInitExpression keyed = Expression.MemberInit(
            Expression.New(typeof(KeyedEntity<TEntity>)),
            Expression.Bind(typeof(KeyedEntity<TEntity>).GetProperty(nameof(KeyedEntity<>.Entity))!, entity),
            Expression.Bind(typeof(KeyedEntity<TEntity>).GetProperty(nameof(KeyedEntity<>.Key))!, ListColumn.Key(columns)));
        return source.Where(Expression.Lambda<Func<TEntity, bool>>(IsIn(columns, rows), entity)).Select(Expression.Lambda<Func<TEntity, KeyedEntity<TEntity>>>(keyed, entity));
    }

    private static Expression<Func<TEntity, IEnumerable<ListRow>>> Equal<TEntity>(ParameterExpression entity, IReadOnlyList<ListColumn> columns, IQueryable<ListRow> rows)
        => Expression.Lambda<Func<TEntity, IEnumerable<ListRow>>>(Where(rows, columns, from: 0), entity);

    private static MethodCallExpression Where(IQueryable<ListRow> rows, IReadOnlyList<ListColumn> columns, int from)
    {
        IEnumerable<Expression> equal = columns.Select((column, i) => Expression.Equal(Expression.Property(Row, Cells[i]), column.Column)).Skip(from);
        Expression<Func<ListRow, bool>> predicate = Expression.Lambda<Func<ListRow, bool>>(equal.Aggregate(Expression.AndAlso), Row);
        return Expression.Call(typeof(Queryable), nameof(Queryable.Where), [typeof(ListRow)], rows.Expression, Expression.Quote(predicate));
    }
}
