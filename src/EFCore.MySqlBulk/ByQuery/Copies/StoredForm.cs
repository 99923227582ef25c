using System.Linq.Expressions;
using System.Reflection;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace EFCore.MySqlBulk.ByQuery.Copies;

/// <summary>Compares conversions, which say in which form a value is stored.</summary>
internal static class StoredForm
{
    /// <summary>Whether two conversions store a value in the same form. All that are made of lambdas have the same type.</summary>
    public static bool AreEqual(ValueConverter? one, ValueConverter? other) => one == other
        || (one is not null && other is not null
            && AreEqual(one.ConvertToProviderExpression, other.ConvertToProviderExpression)
            && AreEqual(one.ConvertFromProviderExpression, other.ConvertFromProviderExpression));

    private static bool AreEqual(Expression one, Expression other) => ExpressionEqualityComparer.Instance.Equals(new Captured().Visit(one), new Captured().Visit(other));

    /// <summary>Puts the values of captured variables in their places: each lambda has captured them in an object of its own.</summary>
    private sealed class Captured : ExpressionVisitor
    {
        protected override Expression VisitMember(MemberExpression node) => Visit(node.Expression) is ConstantExpression { Value: { } owner } && node.Member is FieldInfo field
            ? Expression.Constant(field.GetValue(owner), node.Type)
            : base.VisitMember(node);
    }
}
