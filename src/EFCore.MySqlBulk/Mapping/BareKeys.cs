using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace EFCore.MySqlBulk.Mapping;

/// <summary>Keys given without their entities: a scalar, or a tuple with one element per key column.</summary>
internal static class BareKeys
{
    /// <summary>Checks that a type can be a bare key of a table.</summary>
    /// <exception cref="ArgumentException">Its parts do not match the key's properties.</exception>
    public static void Check(TableMap table, Type keyType)
    {
        Type[] parts = table.Key.Count > 1 && typeof(ITuple).IsAssignableFrom(keyType) ? PartsOf(keyType) : [keyType];
        bool fits = parts.Length == table.Key.Count && parts.Zip(table.Key).All(p => Fits(p.First, p.Second.Property.ClrType));
        if (fits)
            return;
        string expected = string.Join(", ", table.Key.Select(c => $"{c.Property.ClrType.Name} {c.Property.Name}"));
        throw new ArgumentException($"The key of '{table.DisplayName}' is ({expected}), but keys of type {keyType} were given.", nameof(keyType));
    }

    /// <summary>The part of a key that belongs to a column, as it was given.</summary>
    public static Expression Part(TableMap table, Expression key, int index) => table.Key.Count == 1 ? key : Part(key, index);

    /// <summary>The same in the type of the column's property. <see cref="BareKeyCheck" /> has verified that it converts without loss.</summary>
    public static Expression Converted(TableMap table, Expression key, int index)
        => Expression.ConvertChecked(Part(table, key, index), table.Key[index].Property.ClrType);

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
