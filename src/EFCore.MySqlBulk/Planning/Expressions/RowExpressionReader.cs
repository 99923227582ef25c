using System.Linq.Expressions;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.Planning.Options;

namespace EFCore.MySqlBulk.Planning.Expressions;

/// <summary>Translates a condition or a value over two rows, as <c>(stored, given) => …</c>, to SQL. It takes columns of both rows, values, arithmetic, comparisons, <c>&amp;&amp;</c>, <c>||</c>, <c>!</c>,
/// <c>??</c>, <c>?:</c>, concatenation, conversions of numbers, <c>Math.Min</c>, <c>Math.Max</c> and <c>Math.Abs</c>.</summary>
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
    /// <exception cref="InvalidOperationException">A part of it cannot be translated; the message names it.</exception>
    public static RowExpression Condition(TableMap table, LambdaExpression lambda, string option)
        => new RowExpressionReader(table, lambda, option).Read(lambda.Body, null);

    /// <summary>Translates what rows are set to. An assignment comes after those that use its column's stored value.</summary>
    /// <exception cref="ArgumentException">A setter names no property, or two name the same.</exception>
    /// <exception cref="InvalidOperationException">A property cannot be updated, a part cannot be translated, or two assignments need each other's stored values.</exception>
    public static IReadOnlyList<Assignment> Assignments(TableMap table, IReadOnlyList<RowSetter> setters, string option)
    {
        List<Assignment> assignments = [];
        foreach (RowSetter setter in setters)
        {
            RowExpressionReader reader = new(table, setter.Value, option);
            ColumnMap column = PropertySelection.Columns(table, [PropertySelection.Name(setter.Property, option)], option) is [var only] ? only : throw reader.Refused(setter.Value.Body);
            if (assignments.Exists(other => other.Column == column))
                throw new ArgumentException($"{option} sets '{column.DisplayName}' twice. Set it once.");
            assignments.Add(new(column, reader.Value(setter.Value.Body, column)));
        }

        return InOrder(assignments, option);
    }

    // The server may assign columns one after the other, and then read the new value of an assigned column.
    private static List<Assignment> InOrder(List<Assignment> assignments, string option)
    {
        List<Assignment> ordered = [];
        while (assignments.Count > 0)
        {
            Assignment next = assignments.FirstOrDefault(one => !assignments.Any(other => other != one && other.Value.Stored.Contains(one.Column)))
                ?? throw new InvalidOperationException(
                    $"{option} sets {string.Join(" and ", assignments.Select(each => $"'{each.Column.DisplayName}'"))} from each other's stored values, which one statement cannot do. Set them in two calls.");
            assignments.Remove(next);
            ordered.Add(next);
        }

        return ordered;
    }

    // The new value of a column: the same column of a row, or an expression in the column's format.
    private RowExpression Value(Expression expression, ColumnMap column)
        => ColumnOf(Unwrap(expression)) is { } part && part.Column == column ? new([part]) : Read(expression, column);

    // The format of the expression's value: that of the column it is compared with or assigned to.
    private RowExpression Read(Expression expression, ColumnMap? form)
    {
        Expression bare = Unwrap(expression);
        if (ColumnOf(bare) is { } part)
            return Column(bare, part, form);
        if (!Uses(bare))
            return RowExpressionLiteral.Of(Evaluate(bare), form, _option);
        switch (bare)
        {
            case ConditionalExpression choice:
                return RowExpression.Of("(CASE WHEN {0} THEN {1} ELSE {2} END)", Read(choice.Test, null), Read(choice.IfTrue, form), Read(choice.IfFalse, form));
            case BinaryExpression { NodeType: ExpressionType.Coalesce } either:
                return RowExpression.Of("COALESCE({0}, {1})", Read(either.Left, form), Read(either.Right, form));
            case UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.ConvertChecked } letter when letter.Operand.Type == typeof(char) && form?.ClrType == typeof(char):
                return Read(letter.Operand, form);
        }

        RowExpression value = Calculated(bare);
        if (form is null || ConvertedForm.IsPlain(form))
            return value;
        return bare.Type == typeof(bool) ? InForm(value, form) : throw Refused(bare, $"'{form.DisplayName}' is converted before it is stored");
    }

    private RowExpression Column(Expression bare, RowExpressionPart part, ColumnMap? form)
    {
        ColumnMap column = part.Column!;
        RowExpression value = new([part]);
        // MySQL 9.7 returns wrong results for casts of a prepared text to TIME, and of a prepared TIME to text; CONCAT avoids both.
        if (!part.IsStored && CastType.Of(column) is { } type)
            value = type.StartsWith("TIME", StringComparison.Ordinal) ? RowExpression.Of("CONCAT({0})", value).As(type) : value.As(type);
        if (form is null ? ConvertedForm.IsPlain(column) : ConvertedForm.IsSame(column, form))
            return value;
        if (column.ClrType != typeof(bool))
            throw Refused(bare, form is null ? "it is converted before it is stored, so the server cannot calculate with it" : "the two properties are stored in different formats");
        RowExpression truth = ConvertedForm.IsPlain(column) ? value : RowExpression.Of("({0} <=> {1})", value, RowExpressionLiteral.Of(true, column, _option));
        return form is null || ConvertedForm.IsPlain(form) ? truth : InForm(truth, form);
    }

    private RowExpression InForm(RowExpression truth, ColumnMap form)
        => RowExpression.Of("(CASE WHEN {0} THEN {1} ELSE {2} END)", truth, RowExpressionLiteral.Of(true, form, _option), RowExpressionLiteral.Of(false, form, _option));

    private RowExpression Calculated(Expression bare) => bare switch
    {
        BinaryExpression binary => Binary(binary),
        UnaryExpression { NodeType: ExpressionType.Not, Operand: var operand } when operand.Type == typeof(bool) => RowExpression.Of("(NOT {0})", Read(operand, null)),
        UnaryExpression { NodeType: ExpressionType.Negate or ExpressionType.NegateChecked } negated => NumberConversion.Result(RowExpression.Of("(-{0})", Read(negated.Operand, null)), bare.Type),
        UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.ConvertChecked } convert => NumberConversion.Of(Read(convert.Operand, null), convert.Operand.Type, convert.Type) ?? throw Refused(bare),
        MemberExpression { Member.Name: "HasValue", Expression: { } optional } when Nullable.GetUnderlyingType(optional.Type) is not null => RowExpression.Of("({0} IS NOT NULL)", Read(optional, FormOf(optional))),
        MethodCallExpression call => Call(call),
        _ => throw Refused(bare),
    };

    private RowExpression Call(MethodCallExpression call) => (call.Method.DeclaringType, call.Method.Name, call.Arguments) switch
    {
        ({ } type, nameof(Math.Max), [var one, var other]) when type == typeof(Math) => NumberConversion.Result(RowExpression.Of("GREATEST({0}, {1})", Read(one, null), Read(other, null)), call.Type),
        ({ } type, nameof(Math.Min), [var one, var other]) when type == typeof(Math) => NumberConversion.Result(RowExpression.Of("LEAST({0}, {1})", Read(one, null), Read(other, null)), call.Type),
        ({ } type, nameof(Math.Abs), [var one]) when type == typeof(Math) => NumberConversion.Result(RowExpression.Of("ABS({0})", Read(one, null)), call.Type),
        _ => throw Refused(call),
    };

    private RowExpression Binary(BinaryExpression binary) => binary.NodeType switch
    {
        ExpressionType.AndAlso or ExpressionType.And when binary.Type == typeof(bool) => RowExpression.Of("({0} AND {1})", Read(binary.Left, null), Read(binary.Right, null)),
        ExpressionType.OrElse or ExpressionType.Or when binary.Type == typeof(bool) => RowExpression.Of("({0} OR {1})", Read(binary.Left, null), Read(binary.Right, null)),
        ExpressionType.Equal => Compare("({0} <=> {1})", binary),
        ExpressionType.NotEqual => Compare("(NOT ({0} <=> {1}))", binary),
        // Nothing is greater or less than null in .NET; in SQL, that would be NULL.
        ExpressionType.GreaterThan => Compare("(({0} > {1}) IS TRUE)", binary),
        ExpressionType.GreaterThanOrEqual => Compare("(({0} >= {1}) IS TRUE)", binary),
        ExpressionType.LessThan => Compare("(({0} < {1}) IS TRUE)", binary),
        ExpressionType.LessThanOrEqual => Compare("(({0} <= {1}) IS TRUE)", binary),
        ExpressionType.Add or ExpressionType.AddChecked when binary.Type == typeof(string) => RowExpression.Of("CONCAT({0}, {1})", Text(binary.Left), Text(binary.Right)),
        _ when !ConvertedForm.IsNumber(binary.Type) => throw Refused(binary),
        ExpressionType.Add or ExpressionType.AddChecked => Arithmetic("({0} + {1})", binary),
        ExpressionType.Subtract or ExpressionType.SubtractChecked => Arithmetic("({0} - {1})", binary),
        ExpressionType.Multiply or ExpressionType.MultiplyChecked => Arithmetic("({0} * {1})", binary),
        ExpressionType.Divide => NumberConversion.Quotient(Read(binary.Left, null), Read(binary.Right, null), binary.Type),
        ExpressionType.Modulo => Arithmetic("({0} % {1})", binary),
        _ => throw Refused(binary),
    };

    private RowExpression Arithmetic(string format, BinaryExpression binary) => NumberConversion.Result(RowExpression.Of(format, Read(binary.Left, null), Read(binary.Right, null)), binary.Type);

    // A part of a concatenation: null is the empty text. Numbers and times are formatted by the server.
    private RowExpression Text(Expression part)
    {
        Expression bare = Unwrap(part);
        Type type = ConvertedForm.Bare(bare.Type);
        // A GUID's column may have a character set without other letters.
        if (type == typeof(Guid))
            return RowExpression.Of("COALESCE({0}, '')", Read(bare, FormOf(bare)).As("CHAR CHARACTER SET utf8mb4"));
        if (!type.IsEnum && type != typeof(bool))
            return RowExpression.Of("COALESCE({0}, '')", Read(bare, null));
        if (!Uses(bare))
            return RowExpressionLiteral.Of(Evaluate(bare)?.ToString() ?? "", null, _option);
        return type == typeof(bool)
            ? RowExpression.Of("(CASE {0} WHEN 1 THEN 'True' WHEN 0 THEN 'False' ELSE '' END)", Read(bare, null))
            : throw Refused(bare, "the server does not know the names of an enumeration");
    }

    // A value takes the format of the column that it is compared with; columns are compared as stored.
    private RowExpression Compare(string format, BinaryExpression binary)
    {
        ColumnMap? form = FormOf(binary.Left) ?? FormOf(binary.Right);
        bool isEquality = binary.NodeType is ExpressionType.Equal or ExpressionType.NotEqual;
        if (!isEquality && form is not null && (!ConvertedForm.KeepsOrder(form) || form.Kind == ValueKind.Char))
            throw Refused(binary, $"'{form.DisplayName}' is converted before it is stored, and the server may order the stored values differently");
        (RowExpression one, RowExpression other) = (Read(binary.Left, form), Read(binary.Right, form));
        if (form is { Kind: ValueKind.Text or ValueKind.Char } || (form is null && binary.Left.Type == typeof(string)))
            (one, other) = InOneCollation(one, other);
        return RowExpression.Of(format, one, other);
    }

    // A text column determines the character set and collation of a comparison. Concatenated texts, and those of the given row, may have several
    // collations or none, which MySQL refuses (error 1267): they take the collation of the first stored text among them, or of the column of the
    // given one.
    private static (RowExpression, RowExpression) InOneCollation(RowExpression one, RowExpression other)
    {
        RowExpressionPart[] texts = [.. one.Parts.Concat(other.Parts).Where(part => part.IsText)];
        bool areAlone = one.Parts.Count == 1 && other.Parts.Count == 1;
        if (texts.Length == 0)
            return (one, other);
        if (areAlone && texts.Count(part => part.IsStored) == 1)
            return (Alone(one), Alone(other));
        ColumnMap collation = (texts.FirstOrDefault(part => part.IsStored) is { Column: { } stored } ? stored : texts[0].Column)!;
        return (Collated(one), Collated(other));

        RowExpression Alone(RowExpression text) => text.Parts is [{ IsText: true } part] ? new([part with { ComparedAs = texts.First(each => each.IsStored).Column }]) : text;
        RowExpression Collated(RowExpression text) => RowExpression.Of("CONVERT({0} USING utf8mb4){1}", text, new([new("", collation, IsStored: true, GivesCollation: true)]));
    }

    // The column that an expression reads, if it is only that.
    private ColumnMap? FormOf(Expression expression) => Unwrap(expression) switch
    {
        ConditionalExpression choice => FormOf(choice.IfTrue) ?? FormOf(choice.IfFalse),
        BinaryExpression { NodeType: ExpressionType.Coalesce } either => FormOf(either.Left) ?? FormOf(either.Right),
        UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.ConvertChecked } letter when letter.Operand.Type == typeof(char) => FormOf(letter.Operand),
        { } bare => ColumnOf(bare)?.Column,
    };

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

    private static object? Evaluate(Expression expression)
        => expression is ConstantExpression constant ? constant.Value : Expression.Lambda<Func<object?>>(Expression.Convert(expression, typeof(object))).Compile(preferInterpretation: true)();

    private InvalidOperationException Refused(Expression part, string? reason = null)
        => new($"{_option} cannot be translated to SQL because of '{part}'{(reason is null ? "" : ": " + reason)}. It may use properties of both rows, values, + - * / %, conversions of numbers, comparisons, && || !, ??, ?:, Math.Min, Math.Max and Math.Abs.");

    // Removes conversions that do not change the value: int to int?, or an enumeration to its number.
    private static Expression Unwrap(Expression expression) => expression switch
    {
        UnaryExpression { NodeType: ExpressionType.Convert or ExpressionType.ConvertChecked } convert when IsSameValue(convert.Operand.Type, convert.Type) => Unwrap(convert.Operand),
        MemberExpression { Member.Name: "Value", Expression: { } optional } when Nullable.GetUnderlyingType(optional.Type) is not null => Unwrap(optional),
        _ => expression,
    };

    private static bool IsSameValue(Type from, Type to)
    {
        (Type one, Type other) = (ConvertedForm.Bare(from), ConvertedForm.Bare(to));
        return one == other || other.IsAssignableFrom(one) || (one.IsEnum && NumberConversion.IsInteger(other)) || (other.IsEnum && NumberConversion.IsInteger(one));
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
