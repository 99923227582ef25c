using System.Linq.Expressions;

namespace EFCore.MySqlBulk;

/// <summary>A property and what it is set to.</summary>
/// <param name="Property">Selects the property.</param>
/// <param name="Value">The value: an expression over the stored row and the given one.</param>
internal sealed record RowSetter(LambdaExpression Property, LambdaExpression Value)
{
    /// <summary>The setters that an object initializer stands for.</summary>
    /// <param name="set">As <c>(stored, given) => new T { … }</c>, or <c>stored => new T { … }</c>.</param>
    /// <param name="option">The option that has it, as messages name it.</param>
    /// <exception cref="ArgumentException">It is no such expression.</exception>
    public static IReadOnlyList<RowSetter> Of(LambdaExpression set, string option)
    {
        if (set.Body is not MemberInitExpression { NewExpression.Arguments.Count: 0 } created || !created.Bindings.All(binding => binding is MemberAssignment))
            throw new ArgumentException($"{option} is '{set}'; write it as ({string.Join(", ", set.Parameters)}) => new {set.Parameters[0].Type.Name} {{ Hits = stored.Hits + 1 }}.");
        ParameterExpression row = Expression.Parameter(created.Type, "row");
        return
        [
            .. created.Bindings.Cast<MemberAssignment>()
                .Select(assigned => new RowSetter(Expression.Lambda(Expression.MakeMemberAccess(row, assigned.Member), row), Expression.Lambda(assigned.Expression, set.Parameters))),
        ];
    }

    /// <summary>A property of a stored row, and a value that no row is needed for.</summary>
    public static RowSetter Constant<T, TProperty>(Expression<Func<T, TProperty>> property, TProperty value)
    {
        ArgumentNullException.ThrowIfNull(property);
        return new(property, Expression.Lambda(Expression.Constant(value, typeof(TProperty)), Expression.Parameter(typeof(T), "stored")));
    }

    /// <summary>A property of a stored row, and a value over the rows.</summary>
    public static RowSetter Calculated(LambdaExpression property, LambdaExpression value)
    {
        ArgumentNullException.ThrowIfNull(property);
        ArgumentNullException.ThrowIfNull(value);
        return new(property, value);
    }
}
