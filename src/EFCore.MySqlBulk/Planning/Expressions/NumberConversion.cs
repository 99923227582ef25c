using EFCore.MySqlBulk.Mapping.Columns;

namespace EFCore.MySqlBulk.Planning.Expressions;

/// <summary>Conversions between numbers with .NET's rules: an integer that is converted to <c>double</c> or <c>decimal</c> takes part in calculations
/// as that type, and an unsigned one as a signed one.</summary>
internal static class NumberConversion
{
    /// <summary>The maximum number of digits after the point in calculations of both servers.</summary>
    public const string Exact = "DECIMAL(65,30)";

    /// <summary>The value in another type; <see langword="null" /> if one of the types is no number.</summary>
    public static RowExpression? Of(RowExpression value, Type from, Type to)
    {
        if (!ConvertedForm.IsNumber(from) || !ConvertedForm.IsNumber(to))
            return null;
        (TypeCode one, TypeCode other) = (CodeOf(from), CodeOf(to));
        bool isWhole = IsInteger(from);
        return other switch
        {
            TypeCode.Double => value.As("DOUBLE"),
            TypeCode.Single => value.As("FLOAT"),
            TypeCode.Decimal => isWhole ? value.As("DECIMAL(65,0)") : one == TypeCode.Decimal ? value : value.As(Exact),
            // The server would round where .NET truncates.
            _ when !isWhole => RowExpression.Of("TRUNCATE({0}, 0)", value).As(other == TypeCode.UInt64 ? "UNSIGNED" : "SIGNED"),
            TypeCode.UInt64 => IsUnsigned(one) ? value : value.As("UNSIGNED"),
            // A difference that has an unsigned part is an error if it is negative.
            _ => IsUnsigned(one) && !IsUnsigned(other) ? value.As("SIGNED") : value,
        };
    }

    /// <summary>The result of a calculation. With floats it is cast to float, since the server calculates with more digits.</summary>
    public static RowExpression Result(RowExpression value, Type type) => CodeOf(type) == TypeCode.Single ? value.As("FLOAT") : value;

    /// <summary>A quotient. The server would give a quotient of decimals four more digits, and divide integers as decimals.</summary>
    public static RowExpression Quotient(RowExpression one, RowExpression other, Type type) => CodeOf(type) switch
    {
        TypeCode.Decimal => RowExpression.Of("({0} / {1})", one.As(Exact), other),
        TypeCode.Double or TypeCode.Single => Result(RowExpression.Of("({0} / {1})", one.As("DOUBLE"), other), type),
        _ => RowExpression.Of("({0} DIV {1})", one, other),
    };

    public static bool IsInteger(Type type) => CodeOf(type) is >= TypeCode.SByte and <= TypeCode.UInt64;

    private static bool IsUnsigned(TypeCode code) => code is TypeCode.Byte or TypeCode.UInt16 or TypeCode.UInt32 or TypeCode.UInt64;

    private static TypeCode CodeOf(Type type) => Type.GetTypeCode(ConvertedForm.Bare(type));
}
