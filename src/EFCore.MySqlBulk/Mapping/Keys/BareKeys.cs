using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping.Keys;

/// <summary>Keys given without their entities: a scalar, or a tuple with one element per key column.</summary>
internal static class BareKeys
{
    /// <summary>Checks that a type can be a bare key of a table.</summary>
    /// <exception cref="InvalidOperationException">The type's parts do not match the key's properties.</exception>
    public static void Check(TableMap table, Type keyType) => Check(table.DisplayName, [.. table.Key.Select(c => c.Property)], PartsOf(keyType, table.Key.Count), keyType);

    /// <summary>Checks that the parts of a type can be the values of properties.</summary>
    /// <exception cref="InvalidOperationException">The types do not match.</exception>
    public static void Check(string name, IReadOnlyList<IProperty> key, IReadOnlyList<Type> parts, Type keyType)
    {
        bool fits = parts.Count == key.Count && parts.Zip(key).All(p => Fits(p.First, p.Second.ClrType));
        if (fits)
            return;
        string expected = string.Join(", ", key.Select(p => $"{p.ClrType.Name} {p.Name}"));
        throw new InvalidOperationException($"The key of '{name}' is ({expected}), but keys of type {keyType} were given.");
    }

    /// <summary>The type of a table's bare keys: that of its key's property, or a tuple.</summary>
    public static Type TypeOf(TableMap table) => table.Key is [var only] ? only.Property.ClrType : TupleOf([.. table.Key.Select(column => column.Property.ClrType)]);

    /// <summary>Makes a bare key of that type.</summary>
    /// <param name="type">The type.</param>
    /// <param name="key">One value, or an array of them, in the properties' types.</param>
    public static object Of(Type type, object key)
    {
        if (key is not object?[] parts)
            return key;
        return parts.Length <= 7 ? Activator.CreateInstance(type, parts)! : Activator.CreateInstance(type, [.. parts[..7], Of(type.GetGenericArguments()[7], parts[7..])])!;
    }

    /// <summary>The types of a key's parts: those of a tuple's elements if the key has several properties.</summary>
    public static Type[] PartsOf(Type keyType, int properties) => properties > 1 && typeof(ITuple).IsAssignableFrom(keyType) ? PartsOf(keyType) : [keyType];

    /// <summary>The part of a key for a column, as it was given.</summary>
    public static Expression Part(int properties, Expression key, int index) => properties == 1 ? key : Part(key, index);

    /// <summary>The same in the type of the column's property. <see cref="BareKeyCheck" /> has verified that it converts without loss.</summary>
    public static Expression Converted(TableMap table, Expression key, int index)
        => Expression.ConvertChecked(Part(table.Key.Count, key, index), table.Key[index].Property.ClrType);

    /// <summary>One element of a tuple.</summary>
    public static Expression Part(Expression tuple, int index)
        => index < 7
            ? Expression.PropertyOrField(tuple, $"Item{index + 1}")
            : Part(Expression.PropertyOrField(tuple, "Rest"), index - 7);

    /// <summary>The types of a tuple's elements. The eighth argument of a tuple is a tuple of the rest.</summary>
    public static Type[] PartsOf(Type tuple)
    {
        Type[] arguments = tuple.GetGenericArguments();
        return arguments.Length < 8 ? arguments : [.. arguments[..7], .. PartsOf(arguments[7])];
    }

    /// <summary>The type of a tuple of any length.</summary>
    public static Type TupleOf(Type[] parts) => parts.Length switch
    {
        1 => typeof(ValueTuple<>).MakeGenericType(parts),
        2 => typeof(ValueTuple<,>).MakeGenericType(parts),
        3 => typeof(ValueTuple<,,>).MakeGenericType(parts),
        4 => typeof(ValueTuple<,,,>).MakeGenericType(parts),
        5 => typeof(ValueTuple<,,,,>).MakeGenericType(parts),
        6 => typeof(ValueTuple<,,,,,>).MakeGenericType(parts),
        7 => typeof(ValueTuple<,,,,,,>).MakeGenericType(parts),
        _ => typeof(ValueTuple<,,,,,,,>).MakeGenericType([.. parts[..7], TupleOf(parts[7..])]),
    };

    private static bool Fits(Type given, Type wanted) => given == wanted || ExactNumber.CanBe(given, Nullable.GetUnderlyingType(wanted) ?? wanted);
}
