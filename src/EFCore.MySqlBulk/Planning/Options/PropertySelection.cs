using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Shapes;
using EFCore.MySqlBulk.Mapping.Tables;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Planning.Options;

/// <summary>Reads the properties out of <c>u => new { u.Age, u.Score }</c> or <c>u => u.Age</c>.</summary>
internal static class PropertySelection
{
    /// <summary>The member paths, such as <c>Age</c> or <c>Address.City</c>.</summary>
    /// <param name="selection">The expression.</param>
    /// <param name="option">The option, as messages name it.</param>
    /// <param name="withShadow">Whether it may have <c>EF.Property&lt;int&gt;(u, "Age")</c>, which names shadow properties.</param>
    /// <exception cref="ArgumentException">The expression selects something other than properties.</exception>
    public static IReadOnlyList<string> Names(LambdaExpression selection, string option, bool withShadow = false) => Unwrap(selection.Body) switch
    {
        NewExpression { Arguments.Count: > 0 } anonymous => [.. anonymous.Arguments.Select(argument => Path(Unwrap(argument), selection, option, withShadow))],
        NewArrayExpression { Expressions.Count: > 0 } array => [.. array.Expressions.Select(item => Path(Unwrap(item), selection, option, withShadow))],
        { } single => [Path(single, selection, option, withShadow)],
    };

    /// <summary>The path of the one member that an expression selects.</summary>
    /// <exception cref="ArgumentException">The expression selects something other than a property.</exception>
    public static string Name(LambdaExpression selection, string option) => Path(Unwrap(selection.Body), selection, option, withShadow: false);

    /// <summary>The columns that hold the named properties, all of which an update can write; a complex property stands for all of its own.</summary>
    /// <exception cref="InvalidOperationException">A name is not a property of the entity type, or an update cannot write it.</exception>
    public static IReadOnlyList<ColumnMap> Columns(TableMap table, IReadOnlyList<string> names, string option)
    {
        IReadOnlyList<ColumnMap> columns = Named(table, names, option);
        if (columns.FirstOrDefault(c => c.IsKey) is { } key)
            throw OfKey(option, key.DisplayName);
        return columns.FirstOrDefault(c => !c.IsUpdatable) is { } other ? throw Fixed(option, other.DisplayName) : columns;
    }

    /// <summary>The columns that hold the named properties; a complex property means all of its own properties.</summary>
    /// <exception cref="InvalidOperationException">A name is not a property of the entity type.</exception>
    public static IReadOnlyList<ColumnMap> Named(TableMap table, IReadOnlyList<string> names, string option)
    {
        List<ColumnMap> columns = [];
        foreach (string name in names)
        {
            if (!TryAdd(table, name, columns) && !IsInAnotherPart(table, name))
                throw table.Columns.FirstOrDefault(c => c is JsonColumn && name.StartsWith($"{c.PropertyPath}.", StringComparison.Ordinal)) is { } whole ? InJson(option, name, whole.PropertyPath) : NotMapped(option, name, table.EntityType);
        }

        return columns;
    }

    /// <summary>The column of a property, by its path from the entity.</summary>
    public static ColumnMap? Find(TableMap table, string path) => table.Columns.FirstOrDefault(column => column is { Sharing: null, HoldsDocument: false } && column.PropertyPath == path);

    /// <summary>The properties that an update's options name as not written.</summary>
    /// <exception cref="ArgumentException">The options name those to write too.</exception>
    public static IReadOnlyList<string>? ExceptOf<T>(BulkUpdateOptions<T>? options) => options switch
    {
        { Except: not null, Update: not null } => throw new ArgumentException(
            "BulkUpdateOptions.Update and BulkUpdateOptions.Except are both set. Keep one: Update names what is written, Except what is not.", nameof(options)),
        { Except: { } except } => Names(except, "BulkUpdateOptions.Except"),
        _ => null,
    };

    // Every call with such options runs this several times.
    private static bool TryAdd(TableMap table, string name, List<ColumnMap> columns)
    {
        bool isThere = false;
        for (int i = 0; i < table.Columns.Count; i++)
        {
            ColumnMap column = table.Columns[i];
            if (column.Sharing is not null || !IsNamed(column, name))
                continue;
            isThere = true;
            if (!columns.Contains(column))
                columns.Add(column);
        }

        return isThere;
    }

    private static bool IsInAnotherPart(TableMap table, string name)
        => TableMaps.AllOf(table.EntityType) is { Count: > 1 } parts && parts.SelectMany(part => part.Columns).Any(column => column.Sharing is null && IsNamed(column, name));

    private static bool IsNamed(ColumnMap column, string name)
        => column.PropertyPath is var path && path.StartsWith(name, StringComparison.Ordinal) && (path.Length == name.Length || path[name.Length] == '.');

    private static InvalidOperationException NotMapped(string option, string name, IEntityType type) => new($"{option} names '{name}', which is not a mapped property of '{type.DisplayName()}'.");

    private static InvalidOperationException InJson(string option, string name, string whole) => new($"{option} names '{name}', which is part of the JSON document '{whole}'. The document is written as a whole: name '{whole}'.");

    private static InvalidOperationException OfKey(string option, string property) => new($"{option} names '{property}', which is part of the key and cannot be updated.");

    private static InvalidOperationException Fixed(string option, string property)
        => new($"{option} names '{property}', which the server generates or the model does not allow to be updated.");

    private static string Path(Expression expression, LambdaExpression selection, string option, bool withShadow)
    {
        List<string> names = [];
        if (withShadow && expression is MethodCallExpression { Method: { Name: nameof(EF.Property) } method, Arguments: [var owner, ConstantExpression { Value: string name }] } && method.DeclaringType == typeof(EF))
        {
            names.Add(name);
            expression = Unwrap(owner);
        }

        while (expression is MemberExpression { Expression: { } inner } member)
        {
            // Nullable values are named without Value: the path of x.Place.Value.Street is Place.Street.
            if (Nullable.GetUnderlyingType(inner.Type) is null)
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
