using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Planning;

/// <summary>Reads the properties out of <c>u => new { u.Age, u.Score }</c> or <c>u => u.Age</c>.</summary>
internal static class PropertySelection
{
    /// <summary>The member paths, such as <c>Age</c> or <c>Address.City</c>.</summary>
    /// <param name="selection">The expression.</param>
    /// <param name="option">The option that has it, as messages name it.</param>
    /// <exception cref="ArgumentException">The expression selects something other than properties.</exception>
    public static IReadOnlyList<string> Names<T>(Expression<Func<T, object?>> selection, string option) => Unwrap(selection.Body) switch
    {
        NewExpression { Arguments.Count: > 0 } anonymous => [.. anonymous.Arguments.Select(argument => Path(Unwrap(argument), selection, option))],
        NewArrayExpression { Expressions.Count: > 0 } array => [.. array.Expressions.Select(item => Path(Unwrap(item), selection, option))],
        { } single => [Path(single, selection, option)],
    };

    /// <summary>The columns that hold the named properties, all of which an update can write; a complex property stands for all of its own.</summary>
    /// <exception cref="ArgumentException">A name is not a property of the entity type, or an update cannot write it.</exception>
    public static IReadOnlyList<ColumnMap> Columns(TableMap table, IReadOnlyList<string> names, string option)
    {
        IReadOnlyList<ColumnMap> columns = Named(table, names, option);
        if (columns.FirstOrDefault(c => c.IsKey) is { } key)
            throw new ArgumentException($"{option} names '{key.DisplayName}', which is part of the key and cannot be updated.");
        return columns.FirstOrDefault(c => !c.IsUpdatable) is { } fixedColumn
            ? throw new ArgumentException($"{option} names '{fixedColumn.DisplayName}', which the server generates or the model does not allow to be updated.")
            : columns;
    }

    /// <summary>The columns that hold the named properties; a complex property stands for all of its own.</summary>
    /// <exception cref="ArgumentException">A name is not a property of the entity type.</exception>
    public static IReadOnlyList<ColumnMap> Named(TableMap table, IReadOnlyList<string> names, string option)
    {
        List<ColumnMap> columns = [];
        foreach (string name in names)
        {
            ColumnMap[] named = [.. table.Columns.Where(c => PathOf(c) == name || PathOf(c).StartsWith(name + ".", StringComparison.Ordinal))];
            if (named.Length == 0)
                throw new ArgumentException($"{option} names '{name}', which is not a mapped property of '{table.DisplayName}'.");
            columns.AddRange(named.Except(columns));
        }

        return columns;
    }

    /// <summary>The column of a property, by its path from the entity.</summary>
    public static ColumnMap? Find(TableMap table, string path) => table.Columns.FirstOrDefault(column => PathOf(column) == path);

    private static string PathOf(ColumnMap column) => PathOf(column.Property);

    // This uses the names of properties, because the members that are read may be backing fields.
    private static string PathOf(IPropertyBase property)
        => property.DeclaringType is IComplexType complex ? $"{PathOf(complex.ComplexProperty)}.{property.Name}" : property.Name;

    private static string Path(Expression expression, LambdaExpression selection, string option)
    {
        List<string> names = [];
        while (expression is MemberExpression { Expression: { } inner } member)
        {
            names.Insert(0, member.Member.Name);
            expression = Unwrap(inner);
        }

        return names.Count > 0 && expression == selection.Parameters[0]
            ? string.Join(".", names)
            : throw new ArgumentException($"{option} is '{selection}'; write it as u => u.Age or u => new {{ u.Age, u.Score }}.");
    }

    private static Expression Unwrap(Expression expression)
        => expression is UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.TypeAs } convert ? Unwrap(convert.Operand) : expression;
}
