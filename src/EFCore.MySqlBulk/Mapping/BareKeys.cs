using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Keys given without their entities: a scalar, or a tuple with one element per key column.</summary>
internal static class BareKeys
{
    /// <summary>Checks that a type can be a bare key of a table.</summary>
    /// <exception cref="ArgumentException">Its parts do not match the key's properties.</exception>
    public static void Check(TableMap table, Type keyType) => Check(table.DisplayName, [.. table.Key.Select(c => c.Property)], PartsOf(keyType, table.Key.Count), keyType);

    /// <summary>Checks that the parts of a type can be the values of properties.</summary>
    /// <exception cref="ArgumentException">They cannot.</exception>
    public static void Check(string name, IReadOnlyList<IProperty> key, IReadOnlyList<Type> parts, Type keyType)
    {
        bool fits = parts.Count == key.Count && parts.Zip(key).All(p => Fits(p.First, p.Second.ClrType));
        if (fits)
            return;
        string expected = string.Join(", ", key.Select(p => $"{p.ClrType.Name} {p.Name}"));
        throw new ArgumentException($"The key of '{name}' is ({expected}), but keys of type {keyType} were given.", nameof(keyType));
    }

    /// <summary>The types of a key's parts: those of a tuple's elements if the key has several properties.</summary>
    public static Type[] PartsOf(Type keyType, int properties) => properties > 1 && typeof(ITuple).IsAssignableFrom(keyType) ? PartsOf(keyType) : [keyType];

    /// <summary>The part of a key that belongs to a column, as it was given.</summary>
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

    private static bool Fits(Type given, Type wanted) => given == wanted || ExactNumber.CanBe(given, Nullable.GetUnderlyingType(wanted) ?? wanted);
}
