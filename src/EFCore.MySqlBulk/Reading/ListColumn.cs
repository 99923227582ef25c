using System.Linq.Expressions;
using System.Reflection;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Reading;

/// <summary>A property that is compared with a list of values.</summary>
/// <param name="Property">The property.</param>
/// <param name="Owner">The entity, or the part of it, that has the property.</param>
internal sealed record ListColumn(IProperty Property, Expression Owner)
{
    private static readonly MethodInfo EFProperty = typeof(EF).GetMethod(nameof(EF.Property))!;

    /// <summary>The column, in the type that <see cref="ListRow" /> uses for all columns: EF Core compares columns without checking their types.</summary>
    public Expression Column => Expression.Call(EFProperty.MakeGenericMethod(typeof(long)), Owner, Expression.Constant(Property.Name));

    /// <summary>Its value, for the projection.</summary>
    public Expression Value => Expression.Call(EFProperty.MakeGenericMethod(Property.ClrType), Owner, Expression.Constant(Property.Name));

    /// <summary>The properties of an entity.</summary>
    public static IReadOnlyList<ListColumn> Of(IReadOnlyList<IProperty> properties, ParameterExpression entity) => [.. properties.Select(p => new ListColumn(p, entity))];

    /// <summary>The values of columns in one array, for the projection.</summary>
    public static NewArrayExpression Key(IReadOnlyList<ListColumn> columns)
        => Expression.NewArrayInit(typeof(object), columns.Select(column => Expression.Convert(column.Value, typeof(object))));

    /// <summary>The rows of a query in the order of columns.</summary>
    /// <param name="rows">The query.</param>
    /// <param name="columns">The columns.</param>
    /// <param name="entity">The entity that has them.</param>
    /// <param name="isBackward">Whether the last row comes first.</param>
    public static Expression Sorted(Expression rows, IReadOnlyList<ListColumn> columns, ParameterExpression entity, bool isBackward)
    {
        Expression sorted = rows;
        foreach (ListColumn column in columns)
        {
            string method = (column == columns[0] ? nameof(Queryable.OrderBy) : nameof(Queryable.ThenBy)) + (isBackward ? "Descending" : "");
            sorted = Expression.Call(typeof(Queryable), method, [entity.Type, column.Property.ClrType], sorted, Expression.Quote(Expression.Lambda(column.Value, entity)));
        }

        return sorted;
    }

    /// <summary>The property that a lambda selects: <c>u => u.Email</c>, <c>u => u.Address.City</c>, <c>u => EF.Property&lt;int&gt;(u, "Age")</c>.</summary>
    /// <exception cref="ArgumentException">The lambda selects no property.</exception>
    /// <exception cref="InvalidOperationException">The property is not mapped.</exception>
    public static ListColumn Of(IEntityType entityType, LambdaExpression property)
    {
        (Expression? owner, string? name) = Member(Unwrap(property.Body));
        if (owner is null)
            throw new ArgumentException($"WhereIn needs a property, written as u => u.Email, and got '{property}'.", nameof(property));
        return Find(entityType, property)
            ?? throw new InvalidOperationException($"WhereIn names '{name}', which is not a mapped property of '{entityType.DisplayName()}'.");
    }

    /// <summary>The same property; <see langword="null" /> if the lambda selects none, or one that is not mapped.</summary>
    public static ListColumn? Find(IEntityType entityType, LambdaExpression property)
        => Member(Unwrap(property.Body)) is ({ } owner, { } name) && TypeOf(owner, entityType)?.FindProperty(name) is { } found ? new(found, owner) : null;

    /// <summary>How a property's values are sent.</summary>
    /// <exception cref="InvalidOperationException">The values cannot be sent in a list.</exception>
    public static ValueMap MapOf(IProperty property)
    {
        RelationalTypeMapping mapping = property.GetRelationalTypeMapping();
        ValueMap map = new(mapping, property.ClrType, property.IsNullable);
        bool isBinaryGuid = (mapping.Converter?.ProviderClrType ?? mapping.ClrType) == typeof(Guid) && JsonSink.HexDigits(mapping.GenerateSqlLiteral(Guid.Empty)) is not null;
        return map.Kind != ValueKind.Other || isBinaryGuid
            ? map
            : throw new InvalidOperationException($"'{property.DeclaringType.DisplayName()}.{property.Name}' is stored as {mapping.StoreType}, which cannot be compared with a list in one parameter. Use Where(x => values.Contains(x.{property.Name})).");
    }

    private static (Expression? Owner, string? Name) Member(Expression expression) => expression switch
    {
        MemberExpression { Expression: { } owner } member => (owner, member.Member.Name),
        MethodCallExpression { Method: { Name: nameof(EF.Property) } method, Arguments: [var owner, ConstantExpression { Value: string name }] } when method.DeclaringType == typeof(EF) => (owner, name),
        _ => (null, null),
    };

    private static ITypeBase? TypeOf(Expression owner, IEntityType root)
    {
        if (owner is ParameterExpression)
            return root;
        if (owner is UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.TypeAs } convert)
            return root.Model.FindEntityType(convert.Type) ?? TypeOf(convert.Operand, root);
        (Expression? outer, string? name) = Member(owner);
        ITypeBase? type = outer is null ? null : TypeOf(outer, root);
        return type?.FindComplexProperty(name!)?.ComplexType ?? (ITypeBase?)(type as IEntityType)?.FindNavigation(name!)?.TargetEntityType;
    }

    private static Expression Unwrap(Expression expression) => expression is UnaryExpression { NodeType: ExpressionType.Convert } convert ? Unwrap(convert.Operand) : expression;
}
