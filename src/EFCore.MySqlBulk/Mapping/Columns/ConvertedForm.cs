using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.Query;
using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace EFCore.MySqlBulk.Mapping.Columns;

/// <summary>The effect of a column's converter: whether the server can calculate with the stored values, compare them, or only test them for equality.</summary>
internal static class ConvertedForm
{
    private static readonly string[] SameInstant =
        [nameof(DateTime.ToUniversalTime), nameof(DateTime.ToLocalTime), nameof(DateTime.SpecifyKind), nameof(DateOnly.ToDateTime), nameof(TimeOnly.ToTimeSpan)];

    private static readonly string[] OrderedParts = [nameof(DateTime.Ticks), nameof(DateTimeOffset.UtcTicks), nameof(DateTimeOffset.UtcDateTime), nameof(DateOnly.DayNumber), "Value"];

    /// <summary>Whether the stored value is the property's value: the same number, an enumeration's number, the same date and time.</summary>
    public static bool IsPlain(ColumnMap column)
    {
        if (column.TypeMapping.Converter is not { } converter)
            return true;
        (Type model, Type provider) = (Bare(converter.ModelClrType), Bare(converter.ProviderClrType));
        return (model == provider || (IsNumber(model) && IsNumber(provider))) && KeepsOrder(column);
    }

    /// <summary>Whether order is preserved: the greater of two values is stored as the greater one, as the converter's expression shows.</summary>
    public static bool KeepsOrder(ColumnMap column)
        => column.TypeMapping.Converter is not { } converter || IsEnumNumber(converter) || KeepsOrder(converter.ConvertToProviderExpression.Body, converter.ConvertToProviderExpression.Parameters[0]);

    /// <summary>Whether equality is preserved: equal values of two columns are stored as equal ones.</summary>
    public static bool IsSame(ColumnMap one, ColumnMap other)
    {
        if (one == other)
            return true;
        // A GUID is stored in several formats without a converter.
        if (one.Kind != other.Kind && (IsForm(one.Kind) || IsForm(other.Kind)))
            return false;
        if (IsPlain(one) && IsPlain(other))
            return true;
        return one.TypeMapping.Converter is { } first && other.TypeMapping.Converter is { } second && first.GetType() == second.GetType()
            && ExpressionEqualityComparer.Instance.Equals(first.ConvertToProviderExpression, second.ConvertToProviderExpression);
    }

    /// <summary>Whether the type is a number or an enumeration.</summary>
    public static bool IsNumber(Type type) => Type.GetTypeCode(Bare(type)) is >= TypeCode.SByte and <= TypeCode.Decimal;

    /// <summary>A type without <c>?</c>.</summary>
    public static Type Bare(Type type) => Nullable.GetUnderlyingType(type) ?? type;

    private static bool IsForm(ValueKind kind) => kind is ValueKind.GuidText or ValueKind.GuidDigits or ValueKind.Other;

    private static bool IsEnumNumber(ValueConverter converter)
        => converter.GetType() is { IsGenericType: true } type && type.GetGenericTypeDefinition() == typeof(EnumToNumberConverter<,>);

    private static bool KeepsOrder(Expression expression, ParameterExpression value) => expression switch
    {
        ParameterExpression parameter => parameter == value,
        UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.ConvertChecked } convert => Widens(convert.Operand.Type, convert.Type) && KeepsOrder(convert.Operand, value),
        ConditionalExpression choice => IsNullOrOrdered(choice.IfTrue, value) && IsNullOrOrdered(choice.IfFalse, value),
        // Whether its argument is the same for all values.
        MethodCallExpression { Object: { } date } call when IsDate(date.Type) && SameInstant.Contains(call.Method.Name) => KeepsOrder(date, value),
        MethodCallExpression { Object: null, Arguments: [var date, _] } call when IsDate(date.Type) && SameInstant.Contains(call.Method.Name) => KeepsOrder(date, value),
        MemberExpression { Expression: { } whole } part when OrderedParts.Contains(part.Member.Name) && (IsDate(whole.Type) || Nullable.GetUnderlyingType(whole.Type) is not null) => KeepsOrder(whole, value),
        NewExpression { Arguments: [var inner] } created when Nullable.GetUnderlyingType(created.Type) is not null => KeepsOrder(inner, value),
        _ => false,
    };

    private static bool IsNullOrOrdered(Expression expression, ParameterExpression value)
        => expression is ConstantExpression { Value: null } or DefaultExpression || (expression is UnaryExpression { Operand: ConstantExpression { Value: null } }) || KeepsOrder(expression, value);

    private static bool IsDate(Type type)
        => Bare(type) is var bare && (bare == typeof(DateTime) || bare == typeof(DateTimeOffset) || bare == typeof(TimeSpan) || bare == typeof(DateOnly) || bare == typeof(TimeOnly));

    // Whether every value of one type exists in the other, in the same order.
    private static bool Widens(Type from, Type to)
    {
        (Type one, Type other) = (Bare(from), Bare(to));
        if (one == other || other.IsAssignableFrom(one) || from == typeof(object))
            return true;
        (TypeCode first, TypeCode second) = (Type.GetTypeCode(one), Type.GetTypeCode(other));
        bool isUnsigned = first is TypeCode.Byte or TypeCode.UInt16 or TypeCode.UInt32 or TypeCode.UInt64;
        return IsNumber(one) && IsNumber(other) && (first == second || (first < second && (isUnsigned || second is not (TypeCode.Byte or TypeCode.UInt16 or TypeCode.UInt32 or TypeCode.UInt64)) && first < TypeCode.Single));
    }
}
