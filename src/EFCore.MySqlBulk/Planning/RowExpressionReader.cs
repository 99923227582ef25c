using System.Globalization;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping;

namespace EFCore.MySqlBulk.Planning;

/// <summary>Translates a condition or a value over two rows, as <c>(stored, given) => …</c>, to SQL. It takes columns of both rows, values, arithmetic, comparisons, <c>&amp;&amp;</c>, <c>||</c>, <c>!</c>,
/// <c>??</c>, <c>?:</c>, concatenation, <c>Math.Min</c>, <c>Math.Max</c> and <c>Math.Abs</c>.</summary>
internal sealed class RowExpressionReader
{
    private readonly TableMap _table;
    private readonly LambdaExpression _lambda;
    private readonly string _option;

    private RowExpressionReader(TableMap table, LambdaExpression lambda, string option)
    {
        _table = table;
        _lambda = lambda;
        _option = option;
    }

    /// <summary>Translates a condition.</summary>
    /// <exception cref="NotSupportedException">A part of it cannot be translated; the message names it.</exception>
    public static RowExpression Condition(TableMap table, LambdaExpression lambda, string option)
        => new RowExpressionReader(table, lambda, option).Read(lambda.Body);

    /// <summary>Translates <c>new User { Hits = stored.Hits + given.Hits }</c>. An assignment comes after those that use its column's stored value.</summary>
    /// <exception cref="ArgumentException">A property cannot be updated.</exception>
    /// <exception cref="NotSupportedException">A part cannot be translated, or two assignments need each other's stored values.</exception>
    public static IReadOnlyList<Assignment> Assignments(TableMap table, LambdaExpression lambda, string option)
    {
        RowExpressionReader reader = new(table, lambda, option);
        if (lambda.Body is not MemberInitExpression { NewExpression.Arguments.Count: 0 } created)
            throw new NotSupportedException($"{option} is '{lambda}'; write it as (stored, given) => new {table.EntityType.ClrType.Name} {{ Hits = stored.Hits + given.Hits }}.");
        List<Assignment> assignments = [];
        foreach (MemberBinding binding in created.Bindings)
        {
            if (binding is not MemberAssignment assigned)
                throw reader.Refused(lambda.Body);
            ColumnMap column = PropertySelection.Columns(table, [binding.Member.Name], option) is [var only] ? only : throw reader.Refused(assigned.Expression);
            assignments.Add(new(column, reader.Value(assigned.Expression, column)));
        }

        return InOrder(assignments, option);
    }

    // The server may assign one column after the other, and use the new value of a column that it has assigned already.
    private static List<Assignment> InOrder(List<Assignment> assignments, string option)
    {
        List<Assignment> ordered = [];
        while (assignments.Count > 0)
        {
            Assignment next = assignments.FirstOrDefault(one => !assignments.Any(other => other != one && other.Value.Stored.Contains(one.Column)))
                ?? throw new NotSupportedException(
                    $"{option} sets {string.Join(" and ", assignments.Select(each => $"'{each.Column.DisplayName}'"))} from each other's stored values, which one statement cannot do. Set them in two calls.");
            assignments.Remove(next);
            ordered.Add(next);
        }

        return ordered;
    }

    // The value of a column: anything that has a number's or a text's form, or the same column of a row.
    private RowExpression Value(Expression expression, ColumnMap column)
    {
        Expression bare = Unwrap(expression);
        if (ColumnOf(bare) is { } part)
        {
            return part.Column == column || (column.TypeMapping.Converter is null && part.Column!.TypeMapping.Converter is null)
                ? new([part])
                : throw Refused(bare, "it is converted before it is stored, and another property is converted in another way");
        }

        if (!Uses(bare))
            return Literal(Evaluate(bare), column);
        return column.TypeMapping.Converter is null ? Read(bare) : throw Refused(bare, $"'{column.DisplayName}' is converted before it is stored");
    }

    private RowExpression Read(Expression expression)
    {
        Expression bare = Unwrap(expression);
        if (ColumnOf(bare) is { } part)
            return part.Column!.TypeMapping.Converter is null || part.Column.Property.ClrType.IsEnum ? new([part]) : throw Refused(bare, "it is converted before it is stored, so the server cannot calculate with it");
        if (!Uses(bare))
            return Literal(Evaluate(bare), null);
        return bare switch
        {
            BinaryExpression binary => Binary(binary),
            UnaryExpression { NodeType: ExpressionType.Not, Operand: var operand } when operand.Type == typeof(bool) => RowExpression.Of("(NOT {0})", Read(operand)),
            UnaryExpression { NodeType: ExpressionType.Negate or ExpressionType.NegateChecked } negated => RowExpression.Of("(-{0})", Read(negated.Operand)),
            ConditionalExpression choice => RowExpression.Of("(CASE WHEN {0} THEN {1} ELSE {2} END)", Read(choice.Test), Read(choice.IfTrue), Read(choice.IfFalse)),
            MemberExpression { Member.Name: "HasValue", Expression: { } optional } when Nullable.GetUnderlyingType(optional.Type) is not null => RowExpression.Of("({0} IS NOT NULL)", Read(optional)),
            MemberExpression { Member.Name: "Value", Expression: { } optional } when Nullable.GetUnderlyingType(optional.Type) is not null => Read(optional),
            MethodCallExpression call => Call(call),
            _ => throw Refused(bare),
        };
    }

    private RowExpression Call(MethodCallExpression call) => (call.Method.DeclaringType, call.Method.Name, call.Arguments) switch
    {
        ({ } type, nameof(Math.Max), [var one, var other]) when type == typeof(Math) => RowExpression.Of("GREATEST({0}, {1})", Read(one), Read(other)),
        ({ } type, nameof(Math.Min), [var one, var other]) when type == typeof(Math) => RowExpression.Of("LEAST({0}, {1})", Read(one), Read(other)),
        ({ } type, nameof(Math.Abs), [var one]) when type == typeof(Math) => RowExpression.Of("ABS({0})", Read(one)),
        _ => throw Refused(call),
    };

    private RowExpression Binary(BinaryExpression binary) => binary.NodeType switch
    {
        ExpressionType.AndAlso => RowExpression.Of("({0} AND {1})", Read(binary.Left), Read(binary.Right)),
        ExpressionType.OrElse => RowExpression.Of("({0} OR {1})", Read(binary.Left), Read(binary.Right)),
        ExpressionType.Equal => Compare("({0} <=> {1})", binary),
        ExpressionType.NotEqual => Compare("(NOT ({0} <=> {1}))", binary),
        // Nothing is greater or less than null in .NET; in SQL, that would be NULL.
        ExpressionType.GreaterThan => Compare("(({0} > {1}) IS TRUE)", binary),
        ExpressionType.GreaterThanOrEqual => Compare("(({0} >= {1}) IS TRUE)", binary),
        ExpressionType.LessThan => Compare("(({0} < {1}) IS TRUE)", binary),
        ExpressionType.LessThanOrEqual => Compare("(({0} <= {1}) IS TRUE)", binary),
        ExpressionType.Coalesce => RowExpression.Of("COALESCE({0}, {1})", Read(binary.Left), Read(binary.Right)),
        ExpressionType.Add or ExpressionType.AddChecked when binary.Type == typeof(string)
            => RowExpression.Of("CONCAT(COALESCE({0}, ''), COALESCE({1}, ''))", Read(binary.Left), Read(binary.Right)),
        ExpressionType.Add or ExpressionType.AddChecked when IsNumber(binary.Type) => RowExpression.Of("({0} + {1})", Read(binary.Left), Read(binary.Right)),
        ExpressionType.Subtract or ExpressionType.SubtractChecked when IsNumber(binary.Type) => RowExpression.Of("({0} - {1})", Read(binary.Left), Read(binary.Right)),
        ExpressionType.Multiply or ExpressionType.MultiplyChecked when IsNumber(binary.Type) => RowExpression.Of("({0} * {1})", Read(binary.Left), Read(binary.Right)),
        ExpressionType.Divide when IsInteger(binary.Type) => RowExpression.Of("({0} DIV {1})", Read(binary.Left), Read(binary.Right)),
        ExpressionType.Divide when IsNumber(binary.Type) => RowExpression.Of("({0} / {1})", Read(binary.Left), Read(binary.Right)),
        ExpressionType.Modulo when IsNumber(binary.Type) => RowExpression.Of("({0} % {1})", Read(binary.Left), Read(binary.Right)),
        _ => throw Refused(binary),
    };

    // A value takes the form of the column that it is compared with; two columns are compared as they are stored.
    private RowExpression Compare(string format, BinaryExpression binary)
    {
        (Expression left, Expression right) = (Unwrap(binary.Left), Unwrap(binary.Right));
        ColumnMap? one = ColumnOf(left)?.Column;
        ColumnMap? other = ColumnOf(right)?.Column;
        bool isEquality = binary.NodeType is ExpressionType.Equal or ExpressionType.NotEqual;
        if (!isEquality && (one ?? other) is { TypeMapping.Converter: not null } converted && !converted.Kind.IsInteger())
            throw Refused(binary, $"'{converted.DisplayName}' is converted before it is stored, so its values have another order");
        if (one is not null && other is not null && one == other)
            return RowExpression.Of(format, new([ColumnOf(left)!.Value]), new([ColumnOf(right)!.Value]));
        if (one is not null && !Uses(right))
            return RowExpression.Of(format, new([ColumnOf(left)!.Value]), Literal(Evaluate(right), one));
        if (other is not null && !Uses(left))
            return RowExpression.Of(format, Literal(Evaluate(left), other), new([ColumnOf(right)!.Value]));
        return RowExpression.Of(format, Read(left), Read(right));
    }

    private RowExpressionPart? ColumnOf(Expression expression)
    {
        List<string> names = [];
        Expression at = expression;
        while (at is MemberExpression { Expression: { } inner } member)
        {
            names.Insert(0, member.Member.Name);
            at = Unwrap(inner);
        }

        if (names.Count == 0 || at is not ParameterExpression parameter || !_lambda.Parameters.Contains(parameter))
            return null;
        return PropertySelection.Find(_table, string.Join(".", names)) is { } column ? new("", column, IsStored: parameter == _lambda.Parameters[0]) : null;
    }

    private bool Uses(Expression expression)
    {
        ParameterFinder finder = new(_lambda);
        finder.Visit(expression);
        return finder.IsFound;
    }

    private object? Evaluate(Expression expression)
        => expression is ConstantExpression constant ? constant.Value : Expression.Lambda<Func<object?>>(Expression.Convert(expression, typeof(object))).Compile(preferInterpretation: true)();

    // Written so that no mode of the session changes its meaning.
    private RowExpression Literal(object? value, ColumnMap? column)
    {
        object? own = value;
        if (own is not null && column is not null)
        {
            Type type = Nullable.GetUnderlyingType(column.Property.ClrType) ?? column.Property.ClrType;
            if (type.IsEnum && own.GetType() != type)
                own = Enum.ToObject(type, own);
            own = column.ToProvider(own);
        }

        if (own is Enum)
            own = Convert.ChangeType(own, Enum.GetUnderlyingType(own.GetType()), CultureInfo.InvariantCulture);
        return RowExpression.OfText(own switch
        {
            null => "NULL",
            bool truth => truth ? "1" : "0",
            sbyte or byte or short or ushort or int or uint or long or ulong or decimal => Convert.ToString(own, CultureInfo.InvariantCulture)!,
            float number => number.ToString("R", CultureInfo.InvariantCulture) + "E0",
            double number when double.IsFinite(number) => number.ToString("R", CultureInfo.InvariantCulture) is var text && text.Contains('E') ? text : text + "E0",
            char letter => Text(letter.ToString()),
            string text => Text(text),
            byte[] bytes => $"X'{Convert.ToHexString(bytes)}'",
            DateTime time => $"TIMESTAMP'{time.ToString("yyyy-MM-dd HH:mm:ss.ffffff", CultureInfo.InvariantCulture)}'",
            DateTimeOffset time => $"TIMESTAMP'{time.UtcDateTime.ToString("yyyy-MM-dd HH:mm:ss.ffffff", CultureInfo.InvariantCulture)}'",
            DateOnly date => $"DATE'{date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)}'",
            TimeOnly time => $"TIME'{time.ToString("HH:mm:ss.ffffff", CultureInfo.InvariantCulture)}'",
            Guid id when column?.Kind == ValueKind.GuidText => Text(id.ToString()),
            Guid id when column?.Kind == ValueKind.GuidDigits => Text(id.ToString("N")),
            _ => throw new NotSupportedException($"{_option} has a value of type {value!.GetType().Name}, which cannot be translated to SQL. Take it from a property of the given row."),
        });
    }

    private static string Text(string text) => $"_utf8mb4 X'{Convert.ToHexString(System.Text.Encoding.UTF8.GetBytes(text))}'";

    private NotSupportedException Refused(Expression part, string? reason = null)
        => new($"{_option} cannot be translated to SQL because of '{part}'{(reason is null ? "" : ": " + reason)}. It may use properties of both rows, values, + - * / %, comparisons, && || !, ??, ?:, Math.Min, Math.Max and Math.Abs.");

    private static bool IsInteger(Type type) => Type.GetTypeCode(Nullable.GetUnderlyingType(type) ?? type) is >= TypeCode.SByte and <= TypeCode.UInt64;

    private static bool IsNumber(Type type) => Type.GetTypeCode(Nullable.GetUnderlyingType(type) ?? type) is >= TypeCode.SByte and <= TypeCode.Decimal;

    // A conversion that keeps the value, such as of int to long or to int?.
    private static Expression Unwrap(Expression expression)
        => expression is UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.ConvertChecked } convert && KeepsValue(convert.Operand.Type, convert.Type) ? Unwrap(convert.Operand) : expression;

    private static bool KeepsValue(Type from, Type to)
    {
        (Type one, Type other) = (Nullable.GetUnderlyingType(from) ?? from, Nullable.GetUnderlyingType(to) ?? to);
        if (one == other || to.IsAssignableFrom(from))
            return true;
        if (one.IsEnum || other.IsEnum)
            return (one.IsEnum ? Enum.GetUnderlyingType(one) : one) == (other.IsEnum ? Enum.GetUnderlyingType(other) : other);
        // Whether it widens is the compiler's own question for implicit conversions.
        return IsNumber(one) && IsNumber(other) && Type.GetTypeCode(one) < Type.GetTypeCode(other);
    }

    private sealed class ParameterFinder(LambdaExpression lambda) : ExpressionVisitor
    {
        public bool IsFound { get; private set; }

        protected override Expression VisitParameter(ParameterExpression node)
        {
            IsFound |= lambda.Parameters.Contains(node);
            return node;
        }
    }
}
