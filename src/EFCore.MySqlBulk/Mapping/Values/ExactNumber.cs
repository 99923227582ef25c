using System.Linq.Expressions;
using System.Numerics;
using System.Reflection;

namespace EFCore.MySqlBulk.Mapping.Values;

/// <summary>Converts numbers between types without changing their value.</summary>
internal static class ExactNumber
{
    private static readonly HashSet<Type> Integers =
        [typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong)];

    private static readonly HashSet<Type> Binary = [typeof(float), typeof(double)];

    /// <summary>Whether numbers of one type may exist in the other. Decimal fractions rarely exist as binary ones.</summary>
    public static bool CanBe(Type from, Type to)
        => IsNumber(from) && IsNumber(to) && !(from == typeof(decimal) && Binary.Contains(to)) && !(to == typeof(decimal) && Binary.Contains(from));

    /// <summary>Whether a number exists in another type, as an expression.</summary>
    public static Expression Test(Expression number, Type to)
        => Expression.Call(typeof(ExactNumber).GetMethod(nameof(Is), BindingFlags.NonPublic | BindingFlags.Static)!.MakeGenericMethod(number.Type, to), number);

    private static bool IsNumber(Type type) => Integers.Contains(type) || Binary.Contains(type) || type == typeof(decimal);

    private static bool Is<TFrom, TTo>(TFrom number)
        where TFrom : INumber<TFrom>
        where TTo : INumber<TTo>
    {
        try
        {
            return TFrom.CreateChecked(TTo.CreateChecked(number)) == number;
        }
        catch (OverflowException)
        {
            return false;
        }
    }
}
