using System.Data.Common;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Mapping.Results;

/// <summary>Reads a stored row's key from a result, in the same form as <see cref="KeyReader" /> reads a given row's.</summary>
internal sealed class ResultKey
{
    private static readonly ParameterExpression Reader = Expression.Parameter(typeof(DbDataReader), "reader");

    private ResultKey(IReadOnlyList<ColumnMap> columns, IReadOnlyList<int> ordinals)
    {
        // Reading a value may throw, and what may throw cannot stand inside another expression.
        Expression[] values = [.. columns.Select((column, i) => GeneratedValueReader.Value(column, Reader, Expression.Constant(ordinals[i])))];
        ParameterExpression[] read = [.. values.Select(value => Expression.Variable(value.Type))];
        Expression[] parts = [.. columns.Select((column, i) => ColumnAccess.ToProvider(column, read[i]))];
        if (parts.Length == 1 && columns[0].Kind.IsInteger() && !ClrTypes.CanBeNull(parts[0].Type))
            Integer = Expression.Lambda<Func<DbDataReader, long>>(Reading(KeyReader.Ordered(parts[0])), Reader).Compile();
        Expression[] boxed = [.. parts.Select(part => Expression.Convert(part, typeof(object)))];
        Any = Expression.Lambda<Func<DbDataReader, object>>(Reading(boxed.Length == 1 ? boxed[0] : Expression.NewArrayInit(typeof(object), boxed)), Reader).Compile();

        BlockExpression Reading(Expression result) => Expression.Block(read, [.. read.Zip(values, Expression.Assign), result]);
    }

    /// <summary>The key as an integer; <see langword="null" /> if the key is not a single integer.</summary>
    public Func<DbDataReader, long>? Integer { get; }

    /// <summary>The key, none of whose values may be null; an <c>object[]</c> for a composite key.</summary>
    public Func<DbDataReader, object> Any { get; }

    /// <param name="table">The table map.</param>
    /// <param name="columns">The key's columns.</param>
    /// <param name="ordinals">Their places in the result.</param>
    public static ResultKey Of(TableMap table, IReadOnlyList<ColumnMap> columns, IReadOnlyList<int> ordinals)
        => table.GetOrAdd((nameof(ResultKey), columns, string.Join(',', ordinals)), (_, _) => new ResultKey(columns, ordinals));
}
