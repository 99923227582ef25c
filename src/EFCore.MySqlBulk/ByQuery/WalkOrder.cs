using System.Linq.Expressions;
using EFCore.MySqlBulk.Planning.Options;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.ByQuery;

/// <summary>The order in which rows are walked: by the columns that the caller names, then by the primary key, so that each row has a place of its own.</summary>
/// <param name="Properties">The properties.</param>
internal sealed record WalkOrder(IReadOnlyList<IProperty> Properties)
{
    /// <summary>The properties by which they are sorted: those that suffice. MariaDB does not sort by a unique index and the primary key after it.</summary>
    public IReadOnlyList<IProperty> Sorted { get; private init; } = Properties;

    /// <summary>The order, as messages name it.</summary>
    public string Names => string.Join(", ", Properties.Select(property => property.Name));

    /// <summary>The order by a selection of properties, or by the primary key.</summary>
    /// <param name="entityType">The entity type.</param>
    /// <param name="selection">The selection; <see langword="null" /> for the primary key alone.</param>
    /// <param name="call">The method that walks.</param>
    /// <exception cref="ArgumentException">The selection is not one of properties.</exception>
    /// <exception cref="InvalidOperationException">There is no primary key, or rows cannot be walked in the order of the selection.</exception>
    public static WalkOrder Of(IEntityType entityType, LambdaExpression? selection, string call)
    {
        IReadOnlyList<IProperty> key = entityType.FindPrimaryKey()?.Properties
            ?? throw new InvalidOperationException($"'{entityType.DisplayName()}' has no primary key, in whose order {call} walks the rows. Use EF Core's {call["Bulk".Length..]}.");
        if (selection is null)
            return Comparable(new(key), call);
        IProperty[] named = [.. PropertySelection.Names(selection, "Walk", withShadow: true).Select(name => entityType.FindProperty(name)
            ?? throw new InvalidOperationException($"Walk names '{name}', which is not a property of '{entityType.DisplayName()}' itself."))];
        if (Array.Find(named, property => property.IsNullable) is { } nullable)
            throw new InvalidOperationException($"Walk names '{nullable.Name}', which may be null: rows with null have no place in the order. Name columns that are required.");
        IProperty[] all = [.. named, .. key.Except(named)];
        return IsIndexed(entityType, named, all)
            ? Comparable(new(all) { Sorted = IsUnique(entityType, named) ? named : all }, call)
            : throw new InvalidOperationException($"Walk is '{selection}', but no index in the model of '{entityType.DisplayName()}' has these columns in this order, so that each batch would sort the whole table. Declare it with HasIndex(…), or leave Walk out.");
    }

    /// <summary>The values of the columns as the caller gave them, in the types of the properties.</summary>
    /// <exception cref="ArgumentException">They do not fit.</exception>
    public object[] Fit(IReadOnlyList<object?> values)
    {
        if (values.Count != Properties.Count)
            throw new ArgumentException($"After has {values.Count} values, and the rows are walked by {Properties.Count}: {Names}. Give LastKey of the result or exception of the call that goes on.");
        return [.. Properties.Select((property, i) => Fit(property, values[i]))];
    }

    // Numbers that were written to a file come back in another type.
    private static object Fit(IProperty property, object? value)
    {
        Type type = Nullable.GetUnderlyingType(property.ClrType) ?? property.ClrType;
        if (type.IsInstanceOfType(value))
            return value!;
        try
        {
            if (value is IConvertible && type.IsPrimitive && Convert.ChangeType(value, type, System.Globalization.CultureInfo.InvariantCulture) is { } converted)
                return converted;
        }
        catch (Exception exception) when (exception is FormatException or OverflowException or InvalidCastException)
        {
        }

        throw new ArgumentException($"After has '{value}' for '{property.Name}', which is a {type.Name}. Give LastKey of the result or exception of the call that goes on.");
    }

    // A FLOAT is read with fewer digits than it has. An ENUM and a SET are sorted by the numbers of their values, and compared with a text as texts.
    private static WalkOrder Comparable(WalkOrder order, string call)
        => order.Properties.FirstOrDefault(property => property.GetRelationalTypeMapping().StoreType.Split('(')[0].ToLowerInvariant() is "float" or "enum" or "set") is { } property
            ? throw new InvalidOperationException($"{call} would walk the rows by '{property.Name}', whose type {property.GetColumnType()} is not compared as it is sorted or read, so that rows would be left out or met again. Walk by other columns, or use EF Core's {call["Bulk".Length..]}.")
            : order;

    private static bool IsUnique(IEntityType entityType, IProperty[] named)
        => entityType.GetKeys().Select(key => key.Properties).Concat(entityType.GetIndexes().Where(index => index.IsUnique).Select(index => index.Properties)).Any(columns => columns.SequenceEqual(named));

    // InnoDB appends the primary key to each index.
    private static bool IsIndexed(IEntityType entityType, IProperty[] named, IProperty[] all)
        => entityType.GetKeys().Select(key => key.Properties).Concat(entityType.GetIndexes().Select(index => index.Properties))
            .Any(columns => columns.Count >= named.Length && columns.Count <= all.Length && columns.SequenceEqual(all.Take(columns.Count)));
}
