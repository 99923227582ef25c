using System.Linq.Expressions;
using System.Reflection;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate.Expressions;

/// <summary>Makes expressions over a stored and a given <see cref="Pair" /> that .NET calculates exactly.</summary>
internal sealed class ExpressionGenerator(Random random)
{
    private static readonly PropertyInfo[] Operands = [.. typeof(Pair).GetProperties().Where(p => p.Name is not (nameof(Pair.Id) or nameof(Pair.Reversed)) && !p.Name.StartsWith("Result", StringComparison.Ordinal))];
    private static readonly Type[] Numbers =
        [typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(int), typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(decimal)];

    private static readonly Type[] Others =
        [typeof(DateTime), typeof(DateOnly), typeof(TimeOnly), typeof(TimeSpan), typeof(Guid), typeof(string), typeof(bool), typeof(int?), typeof(uint?), typeof(decimal?), typeof(DateTime?), typeof(Pair.Level?)];

    private readonly ParameterExpression _stored = Expression.Parameter(typeof(Pair), "s");
    private readonly ParameterExpression _given = Expression.Parameter(typeof(Pair), "g");

    /// <summary><c>(s, g) => new Pair { ResultFlag0 = …, … }</c>.</summary>
    public Expression<Func<Pair, Pair, Pair>> Set(Func<LambdaExpression, bool> isExact)
    {
        List<MemberBinding> bindings = [];
        foreach (PropertyInfo result in typeof(Pair).GetProperties().Where(p => p.Name.StartsWith("Result", StringComparison.Ordinal)))
        {
            Expression value;
            do
                value = Value(result);
            while (!isExact(Expression.Lambda(value, _stored, _given)));
            bindings.Add(Expression.Bind(result, value));
        }

        return Expression.Lambda<Func<Pair, Pair, Pair>>(Expression.MemberInit(Expression.New(typeof(Pair)), bindings), _stored, _given);
    }

    /// <summary>A condition.</summary>
    public Expression<Func<Pair, Pair, bool>> Condition() => Expression.Lambda<Func<Pair, Pair, bool>>(Boolean(3), _stored, _given);

    private Expression Value(PropertyInfo result) => result.Name switch
    {
        nameof(Pair.ResultNumber) => Same(typeof(Pair.Level), nameof(Pair.Number), 2),
        nameof(Pair.ResultWord) => Same(typeof(Pair.Level), nameof(Pair.Word), 2),
        _ when result.PropertyType == typeof(long) => Expression.Convert(Number(Pick(typeof(int), typeof(uint), typeof(long), typeof(short), typeof(byte)), 3), typeof(long)),
        _ => Of(result.PropertyType, 3),
    };

    private Expression Of(Type type, int depth) => type == typeof(bool) ? Boolean(depth) : Numbers.Contains(type) ? Number(type, depth) : type == typeof(string) ? Text(depth) : Same(type, null, depth);

    private Expression Boolean(int depth)
    {
        if (depth <= 0)
            return Property(typeof(bool), null);
        return random.Next(7) switch
        {
            0 => Expression.Not(Boolean(depth - 1)),
            1 => Expression.AndAlso(Boolean(depth - 1), Boolean(depth - 1)),
            2 => Expression.OrElse(Boolean(depth - 1), Boolean(depth - 1)),
            3 => Property(typeof(bool), null),
            4 => Optional(),
            _ => Comparison(depth - 1),
        };
    }

    private BinaryExpression Optional()
    {
        PropertyInfo optional = Pick([.. Operands.Where(p => Nullable.GetUnderlyingType(p.PropertyType) is not null || p.Name == nameof(Pair.MaybeText))]);
        Expression operand = Expression.Property(Row(), optional);
        return random.Next(2) == 0 ? Expression.Equal(operand, Expression.Constant(null, operand.Type)) : Expression.NotEqual(operand, Expression.Constant(null, operand.Type));
    }

    private BinaryExpression Comparison(int depth)
    {
        int kind = random.Next(4);
        if (kind == 0)
            return EnumComparison();
        Type type = kind == 1 ? Pick(Others) : Pick(Numbers);
        // What the compiler makes of smaller integers.
        Func<Expression, Expression> wide = type == typeof(sbyte) || type == typeof(byte) || type == typeof(short) || type == typeof(ushort) ? operand => Expression.Convert(operand, typeof(int)) : operand => operand;
        bool isDecimal = type == typeof(decimal) || type == typeof(decimal?);
        (Expression one, Expression other) = (wide(Of(type, isDecimal ? 0 : depth)), wide(Of(type, isDecimal ? 0 : depth)));
        if (type == typeof(string) || type == typeof(Guid) || type == typeof(bool) || type == typeof(Pair.Level?))
            return random.Next(2) == 0 ? Expression.Equal(one, other) : Expression.NotEqual(one, other);
        return Expression.MakeBinary(
            Pick(ExpressionType.Equal, ExpressionType.NotEqual, ExpressionType.LessThan, ExpressionType.LessThanOrEqual, ExpressionType.GreaterThan, ExpressionType.GreaterThanOrEqual), one, other);
    }

    // Enumerations are compared as numbers, and in the form of the property.
    private BinaryExpression EnumComparison()
    {
        (Type type, string name) = random.Next(3) switch { 0 => (typeof(Pair.Level), nameof(Pair.Number)), 1 => (typeof(Pair.Level), nameof(Pair.Word)), _ => (typeof(Pair.Small), nameof(Pair.Tiny)) };
        Expression one = Expression.Convert(Same(type, name, 1), typeof(int));
        Expression other = random.Next(2) == 0 ? Expression.Constant(random.Next(1, 3)) : Expression.Convert(Same(type, name, 1), typeof(int));
        return name == nameof(Pair.Word) || random.Next(2) == 0 ? Expression.Equal(one, other) : Expression.LessThan(one, other);
    }

    private Expression Number(Type type, int depth)
    {
        if (depth <= 0 || random.Next(4) == 0)
            return random.Next(4) == 0 ? Constant(type) : Property(type, null);
        if (random.Next(5) == 0)
            return Expression.Condition(Boolean(depth - 2), Number(type, depth - 1), Number(type, depth - 1));
        Type[] sources = [.. Numbers.Where(t => t != type && !(type == typeof(decimal) && (t == typeof(float) || t == typeof(double))) && !(IsUnsigned(type) && !IsUnsigned(t)))];
        if (random.Next(3) == 0 || type == typeof(sbyte) || type == typeof(byte) || type == typeof(short) || type == typeof(ushort))
            return Expression.ConvertChecked(Number(Pick(sources), depth - 1), type);
        if (random.Next(4) == 0)
            return Chosen(type, depth);
        ExpressionType operation = Pick(ExpressionType.Add, ExpressionType.Multiply, ExpressionType.Divide, ExpressionType.Modulo, ExpressionType.Subtract);
        if (operation == ExpressionType.Subtract && IsUnsigned(type))
            operation = ExpressionType.Add;
        bool isDivision = operation is ExpressionType.Divide or ExpressionType.Modulo;
        if (operation == ExpressionType.Modulo && (type == typeof(float) || type == typeof(double)))
            operation = ExpressionType.Divide;
        return Expression.MakeBinary(operation, Number(type, depth - 1), isDivision ? Property(type, null) : Number(type, depth - 1));
    }

    private Expression Chosen(Type type, int depth)
    {
        Type? optional = type == typeof(int) ? typeof(int?) : type == typeof(uint) ? typeof(uint?) : type == typeof(decimal) ? typeof(decimal?) : null;
        if (optional is not null && random.Next(2) == 0)
            return Expression.Coalesce(Property(optional, null), Number(type, depth - 1));
        Expression one = Number(type, depth - 1);
        return random.Next(3) switch
        {
            0 when !IsUnsigned(type) => Expression.Call(typeof(Math).GetMethod(nameof(Math.Abs), [type])!, one),
            1 => Expression.Call(typeof(Math).GetMethod(nameof(Math.Max), [type, type])!, one, Number(type, depth - 1)),
            _ => Expression.Call(typeof(Math).GetMethod(nameof(Math.Min), [type, type])!, one, Number(type, depth - 1)),
        };
    }

    private Expression Text(int depth)
    {
        if (depth <= 0 || random.Next(3) == 0)
            return random.Next(4) == 0 ? Constant(typeof(string)) : Property(typeof(string), null);
        return random.Next(4) switch
        {
            0 => Expression.Condition(Boolean(depth - 1), Text(0), Text(0)),
            1 => Expression.Coalesce(Property(typeof(string), nameof(Pair.MaybeText)), Text(0)),
            _ => Expression.Add(Text(depth - 1), Written(depth), typeof(string).GetMethod(nameof(string.Concat), [typeof(object), typeof(object)])),
        };
    }

    private UnaryExpression Written(int depth)
        => Expression.Convert(Of(Pick(typeof(string), typeof(int), typeof(long), typeof(uint), typeof(bool), typeof(int?), typeof(byte)), depth - 1), typeof(object));

    // A property, a value of the type, or a choice between them.
    private Expression Same(Type type, string? name, int depth)
    {
        if (depth <= 0 || random.Next(2) == 0)
            return random.Next(4) == 0 ? Constant(type) : Property(type, name);
        if (type == typeof(DateTime) && random.Next(3) == 0)
            return Expression.Coalesce(Property(typeof(DateTime?), null), Same(type, name, depth - 1));
        return Expression.Condition(Boolean(depth - 1), Same(type, name, depth - 1), Same(type, name, 0));
    }

    private MemberExpression Property(Type type, string? name)
        => Expression.Property(Row(), Pick([.. Operands.Where(p => p.PropertyType == type && (name is null ? p.Name is not (nameof(Pair.Word) or nameof(Pair.Utc)) : p.Name == name))]));

    private ConstantExpression Constant(Type type) => Expression.Constant(Operands.First(p => p.PropertyType == type).GetValue(Pair.New(0, random)), type);

    private ParameterExpression Row() => random.Next(2) == 0 ? _stored : _given;

    private static bool IsUnsigned(Type type) => Type.GetTypeCode(type) is TypeCode.Byte or TypeCode.UInt16 or TypeCode.UInt32 or TypeCode.UInt64;

    private TItem Pick<TItem>(params TItem[] items) => items[random.Next(items.Length)];
}
