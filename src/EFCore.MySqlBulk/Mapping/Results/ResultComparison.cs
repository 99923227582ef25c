using System.Data.Common;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace EFCore.MySqlBulk.Mapping.Results;

/// <summary>Compares the current row of a result with a given row by the model's value comparers, as <c>SaveChanges</c> would after loading the row. No value is boxed.</summary>
internal static class ResultComparison
{
    private static readonly ParameterExpression Reader = Expression.Parameter(typeof(DbDataReader), "reader");
    private static readonly ParameterExpression Item = Expression.Parameter(typeof(object), "item");
    private static readonly ParameterExpression Entry = Expression.Parameter(typeof(EntityEntry), "entry");

    /// <summary>Whether the two have the same values.</summary>
    /// <param name="table">The given row's table map.</param>
    /// <param name="columns">The columns to compare.</param>
    /// <param name="ordinals">Their places in the result.</param>
    public static Func<DbDataReader, object, EntityEntry?, bool> Of(TableMap table, IReadOnlyList<ColumnMap> columns, IReadOnlyList<int> ordinals)
        => table.GetOrAdd(
            (nameof(ResultComparison), string.Join(',', columns.Zip(ordinals, (column, ordinal) => $"{column.Name} {ordinal}"))),
            (map, _) => Compile(map, columns, ordinals));

    private static Func<DbDataReader, object, EntityEntry?, bool> Compile(TableMap table, IReadOnlyList<ColumnMap> columns, IReadOnlyList<int> ordinals)
    {
        ParameterExpression entity = Expression.Variable(table.EntityType.ClrType, "entity");
        Expression same = columns.Select((column, i) => Same(column, entity, Expression.Constant(ordinals[i]))).Aggregate((Expression)Expression.Constant(true), Expression.AndAlso);
        BlockExpression body = Expression.Block([entity], Expression.Assign(entity, Expression.Convert(Item, entity.Type)), same);
        return Expression.Lambda<Func<DbDataReader, object, EntityEntry?, bool>>(body, Reader, Item, Entry).Compile();
    }

    private static Expression Same(ColumnMap column, ParameterExpression entity, Expression ordinal)
    {
        Type type = column.Property.ClrType;
        Expression given = column.Path is null
            ? Expression.Convert(Expression.Call(Expression.Constant(column), nameof(ColumnMap.ShadowValue), null, Item, Entry), type)
            : ColumnAccess.Read(column, entity);
        Expression isStoredNull = Expression.Call(Reader, nameof(DbDataReader.IsDBNull), null, ordinal);
        Expression same = AreEqual(column.Property.GetValueComparer(), GeneratedValueReader.Value(column, Reader, ordinal), given);
        Expression? isGivenNull = ClrTypes.CanBeNull(type) ? Expression.Equal(given, Expression.Constant(null, type)) : null;
        if (column.Path is not null && ColumnAccess.IsAbsent(column, entity) is { } isAbsent)
            isGivenNull = isGivenNull is null ? isAbsent : Expression.OrElse(isAbsent, isGivenNull);
        return isGivenNull is null
            ? Expression.AndAlso(Expression.Not(isStoredNull), same)
            : Expression.Condition(isGivenNull, isStoredNull, Expression.AndAlso(Expression.Not(isStoredNull), same));
    }

    // A comparer may name the stored value several times, and reading it may throw.
    private static BlockExpression AreEqual(ValueComparer comparer, Expression stored, Expression given)
    {
        ParameterExpression read = Expression.Variable(comparer.Type);
        return Expression.Block([read], Expression.Assign(read, As(stored, read.Type)), comparer.ExtractEqualsBody(read, As(given, read.Type)));
    }

    private static Expression As(Expression value, Type type) => value.Type == type ? value : Expression.Convert(value, type);
}
