using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Mapping.Keys;

/// <summary>The interpolated string of <c>BulkExecute</c>: its text with placeholders, and its values as parameters of a row. It is never formatted, so no value becomes SQL text.</summary>
/// <param name="Sql">The text, as <c>BulkExecuteRaw</c> takes it.</param>
/// <param name="Parameters">The values.</param>
internal sealed record InterpolatedStatement(string Sql, RowParameters Parameters)
{
    /// <exception cref="ArgumentException">The lambda is not an interpolated string, or one without values.</exception>
    /// <exception cref="InvalidOperationException">The provider maps a value to no column type.</exception>
    public static InterpolatedStatement Of<T>(IRelationalTypeMappingSource mappings, Expression<Func<T, FormattableString>> statement)
    {
        if (statement.Body is not MethodCallExpression { Method: { Name: nameof(FormattableStringFactory.Create) } create, Arguments: [ConstantExpression { Value: string sql }, var given] }
            || create.DeclaringType != typeof(FormattableStringFactory))
        {
            throw new ArgumentException(
                $"The statement of BulkExecute is '{statement.Body}'; write it as an interpolated string, as for ExecuteSql, or give text to BulkExecuteRaw.", nameof(statement));
        }

        Expression[] values = given is NewArrayExpression array ? [.. array.Expressions.Select(Unboxed)] : [];
        if (values.Length == 0)
            throw new ArgumentException("The statement of BulkExecute has no values: a statement without parameters needs no rows. Use ExecuteSql.", nameof(statement));
        Expression read = values is [var only] ? only : Tuple(BareKeys.TupleOf([.. values.Select(value => value.Type)]), values);
        Type function = typeof(Func<,>).MakeGenericType(typeof(T), read.Type);
        return new(sql, RowParameters.Of(mappings, typeof(T), read.Type, Expression.Lambda(function, read, statement.Parameters).Compile()));
    }

    // The compiler boxes all values.
    private static Expression Unboxed(Expression value)
        => value is UnaryExpression { NodeType: ExpressionType.Convert, Operand: var inner } && value.Type == typeof(object) ? inner : value;

    // The eighth argument of a tuple is a tuple of the rest.
    private static NewExpression Tuple(Type tuple, Expression[] values)
    {
        Type[] arguments = tuple.GetGenericArguments();
        return Expression.New(tuple.GetConstructor(arguments)!, values.Length <= 7 ? values : [.. values[..7], Tuple(arguments[7], values[7..])]);
    }
}
