using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Reading;

/// <summary>The properties by which rows are read: at most one row has the same values.</summary>
internal static class KeyProperties
{
    /// <summary>The primary key.</summary>
    /// <exception cref="InvalidOperationException">There is none.</exception>
    public static IReadOnlyList<IProperty> Primary(IEntityType entityType, string call)
        => entityType.FindPrimaryKey()?.Properties
            ?? throw new InvalidOperationException($"'{entityType.DisplayName()}' has no primary key, which {call} needs. Filter it with WhereIn.");

    /// <summary>The properties that a lambda selects.</summary>
    /// <exception cref="ArgumentException">The lambda selects something else.</exception>
    /// <exception cref="InvalidOperationException">The properties are neither a key nor a unique index.</exception>
    public static IReadOnlyList<IProperty> Selected(IEntityType entityType, LambdaExpression selection)
    {
        Expression body = Unwrap(selection.Body);
        IEnumerable<Expression> members = body is NewExpression { Arguments.Count: > 0 } several ? several.Arguments.Select(Unwrap) : [body];
        IProperty[] properties = [.. members.Select(member => PropertyOf(entityType, member, selection))];
        bool isUnique = entityType.GetKeys().Any(key => AreSame(key.Properties, properties))
            || entityType.GetIndexes().Any(index => index.IsUnique && AreSame(index.Properties, properties));
        return isUnique
            ? properties
            : throw new InvalidOperationException(
                $"BulkReadOptions.Match is '{selection}', which is neither a key nor a unique index in the model of '{entityType.DisplayName()}', so several rows may have the same value. Declare it with HasIndex(…).IsUnique(), or filter with WhereIn.");
    }

    private static IProperty PropertyOf(IEntityType entityType, Expression member, LambdaExpression selection)
    {
        string? name = member switch
        {
            MemberExpression { Expression: { } owner } direct when owner == selection.Parameters[0] => direct.Member.Name,
            MethodCallExpression { Method: { Name: nameof(EF.Property) } method, Arguments: [ParameterExpression, ConstantExpression { Value: string shadow }] } when method.DeclaringType == typeof(EF) => shadow,
            _ => null,
        };
        return name is null
            ? throw new ArgumentException($"BulkReadOptions.Match is '{selection}'; write it as u => u.Email or u => new {{ u.TenantId, u.Sku }}.")
            : entityType.FindProperty(name) ?? throw new InvalidOperationException($"BulkReadOptions.Match names '{name}', which is not a mapped property of '{entityType.DisplayName()}'.");
    }

    private static bool AreSame(IReadOnlyList<IProperty> some, IReadOnlyCollection<IProperty> others) => some.Count == others.Count && some.All(others.Contains);

    private static Expression Unwrap(Expression expression) => expression is UnaryExpression { NodeType: ExpressionType.Convert } convert ? Unwrap(convert.Operand) : expression;
}
