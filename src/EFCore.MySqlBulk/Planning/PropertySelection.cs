using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Planning;

/// <summary>Reads the properties out of <c>u => new { u.Age, u.Score }</c> or <c>u => u.Age</c>.</summary>
internal static class PropertySelection
{
    /// <summary>The member paths, such as <c>Age</c> or <c>Address.City</c>.</summary>
    /// <exception cref="ArgumentException">The expression selects something other than properties.</exception>
    public static IReadOnlyList<string> Names<T>(Expression<Func<T, object?>> selection) => Unwrap(selection.Body) switch
    {
        NewExpression { Arguments.Count: > 0 } anonymous => [.. anonymous.Arguments.Select(argument => Path(Unwrap(argument), selection))],
        NewArrayExpression { Expressions.Count: > 0 } array => [.. array.Expressions.Select(item => Path(Unwrap(item), selection))],
        { } single => [Path(single, selection)],
    };

    /// <summary>The columns that hold the named properties; a complex property stands for all of its own.</summary>
    /// <exception cref="ArgumentException">A name is not a property of the entity type, or an update cannot write it.</exception>
    public static IReadOnlyList<ColumnMap> Columns(TableMap table, IReadOnlyList<string> names)
    {
        List<ColumnMap> columns = [];
        foreach (string name in names)
        {
            ColumnMap[] named = [.. table.Columns.Where(c => PathOf(c) == name || PathOf(c).StartsWith(name + ".", StringComparison.Ordinal))];
            if (named.Length == 0)
                throw new ArgumentException($"BulkUpdateOptions.Properties names '{name}', which is not a mapped property of '{table.DisplayName}'.");
            if (named.FirstOrDefault(c => c.IsKey) is { } key)
                throw new ArgumentException($"BulkUpdateOptions.Properties names '{key.DisplayName}', which is part of the key and cannot be updated.");
            if (named.FirstOrDefault(c => !c.IsUpdatable) is { } fixedColumn)
                throw new ArgumentException($"BulkUpdateOptions.Properties names '{fixedColumn.DisplayName}', which the server generates or the model does not allow to be updated.");
            columns.AddRange(named.Except(columns));
        }

        return columns;
    }

    private static string PathOf(ColumnMap column) => PathOf(column.Property);

    // This uses the names of properties, because the members that are read may be backing fields.
    private static string PathOf(IPropertyBase property) => property.DeclaringType switch
    {
        IComplexType complex => $"{PathOf(complex.ComplexProperty)}.{property.Name}",
        IEntityType type when type.FindOwnership() is { PrincipalToDependent: { } owned } => $"{PathOf(owned)}.{property.Name}",
        _ => property.Name,
    };

    private static string Path(Expression expression, LambdaExpression selection)
    {
        List<string> names = [];
        while (expression is MemberExpression { Expression: { } inner } member)
        {
            // What may be null is named like anything else: the path of x.Place.Value.Street is Place.Street.
            if (Nullable.GetUnderlyingType(inner.Type) is null)
                names.Insert(0, member.Member.Name);
            expression = Unwrap(inner);
        }

        return names.Count > 0 && expression == selection.Parameters[0]
            ? string.Join(".", names)
            : throw new ArgumentException($"BulkUpdateOptions.Properties is '{selection}'; write it as u => u.Age or u => new {{ u.Age, u.Score }}.");
    }

    private static Expression Unwrap(Expression expression)
        => expression is UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.TypeAs } convert ? Unwrap(convert.Operand) : expression;
}
