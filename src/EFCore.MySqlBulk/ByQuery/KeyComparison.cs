using System.Diagnostics;
using System.Linq.Expressions;
using System.Reflection;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>Comparisons of a column with a value, for columns of every type: C# has no <c>&gt;</c> for texts, arrays and types of the model's own, but the server compares them all.</summary>
internal static class KeyComparison
{
    private static readonly MethodInfo Stub = typeof(KeyComparison).GetMethod(nameof(OnTheServer), BindingFlags.NonPublic | BindingFlags.Static)!;

    /// <param name="comparison">The comparison.</param>
    /// <param name="column">The column.</param>
    /// <param name="value">The value, of the same type.</param>
    public static Expression Of(ExpressionType comparison, Expression column, Expression value)
        => Expression.MakeBinary(comparison, column, value, liftToNull: false, Stub.MakeGenericMethod(column.Type));

    // EF Core translates the kind of the expression, and never calls its method.
    private static bool OnTheServer<T>(T column, T value) => throw new UnreachableException($"{column} and {value} are compared by the server only.");
}
