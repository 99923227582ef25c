using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Planning;

/// <summary>Reads the properties out of <c>u => new { u.Age, u.Score }</c> or <c>u => u.Age</c>.</summary>
internal static class PropertySelection
{
    /// <summary>The member paths, such as <c>Age</c> or <c>Address.City</c>.</summary>
    /// <param name="selection">The expression.</param>
    /// <param name="option">The option that has it.</param>
    /// <exception cref="ArgumentException">The expression selects something other than properties.</exception>
    public static IReadOnlyList<string> Names<T>(Expression<Func<T, object?>> selection, string option) => Unwrap(selection.Body) switch
    {
        NewExpression { Arguments.Count: > 0 } anonymous => [.. anonymous.Arguments.Select(argument => Path(Unwrap(argument), selection, option))],
        NewArrayExpression { Expressions.Count: > 0 } array => [.. array.Expressions.Select(item => Path(Unwrap(item), selection, option))],
        { } single => [Path(single, selection, option)],
    };

    /// <summary>The columns that an update writes.</summary>
    /// <exception cref="ArgumentException">A name is not a property of the entity type, or an update cannot write it.</exception>
    public static IEnumerable<ColumnMap> Written(TableMap table, ResolvedOptions options)
        => options.Properties is { } names ? Columns(table, names)
            : options.Except is { } except ? table.Updatable.Except(except.SelectMany(name => Named(table, name, nameof(options.Except))))
            : table.Updatable;

    /// <summary>Whether an update writes a property.</summary>
    public static bool Writes(IProperty property, ResolvedOptions options)
        => options.Properties is { } names ? names.Any(name => IsNamed(property, name)) : options.Except?.Any(name => IsNamed(property, name)) != true;

    /// <summary>Checks the names for entities that EF Core divides into rows.</summary>
    /// <exception cref="ArgumentException">A name is not a property of the entity type, or an update cannot write it.</exception>
    public static void Check(IEntityType type, ResolvedOptions options)
    {
        foreach (string name in options.Properties ?? options.Except ?? [])
        {
            IProperty[] named = [.. type.GetFlattenedProperties().Where(property => IsNamed(property, name))];
            if (named.Length == 0)
                throw NotMapped(options.Properties is null ? nameof(options.Except) : nameof(options.Properties), name, type.DisplayName());
            if (options.Properties is null)
                continue;
            if (named.FirstOrDefault(property => property.IsPrimaryKey()) is { } key)
                throw OfKey($"{key.DeclaringType.DisplayName()}.{key.Name}");
            if (named.FirstOrDefault(property => property.GetAfterSaveBehavior() != PropertySaveBehavior.Save) is { } other)
                throw Fixed($"{other.DeclaringType.DisplayName()}.{other.Name}");
        }
    }

    /// <summary>The columns that hold the named properties; a complex property stands for all of its own.</summary>
    /// <exception cref="ArgumentException">A name is not a property of the entity type, or an update cannot write it.</exception>
    public static IReadOnlyList<ColumnMap> Columns(TableMap table, IReadOnlyList<string> names)
    {
        List<ColumnMap> columns = [];
        foreach (string name in names)
        {
            ColumnMap[] named = Named(table, name, nameof(ResolvedOptions.Properties));
            if (named.FirstOrDefault(c => c.IsKey) is { } key)
                throw OfKey(key.DisplayName);
            if (named.FirstOrDefault(c => !c.IsUpdatable) is { } other)
                throw Fixed(other.DisplayName);
            columns.AddRange(named.Except(columns));
        }

        return columns;
    }

    private static ColumnMap[] Named(TableMap table, string name, string option)
        => table.Columns.Where(column => IsNamed(column.Property, name)).ToArray() is { Length: > 0 } named ? named : throw NotMapped(option, name, table.DisplayName);

    private static bool IsNamed(IProperty property, string name)
        => PathOf(property) is var path && path.StartsWith(name, StringComparison.Ordinal) && (path.Length == name.Length || path[name.Length] == '.');

    private static ArgumentException NotMapped(string option, string name, string type) => new($"BulkUpdateOptions.{option} names '{name}', which is not a mapped property of '{type}'.");

    private static ArgumentException OfKey(string property) => new($"BulkUpdateOptions.Properties names '{property}', which is part of the key and cannot be updated.");

    private static ArgumentException Fixed(string property)
        => new($"BulkUpdateOptions.Properties names '{property}', which the server generates or the model does not allow to be updated.");

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
            : throw new ArgumentException($"BulkUpdateOptions.{option} is '{selection}'; write it as u => u.Age or u => new {{ u.Age, u.Score }}.");
    }

    private static Expression Unwrap(Expression expression)
        => expression is UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.TypeAs } convert ? Unwrap(convert.Operand) : expression;
}
