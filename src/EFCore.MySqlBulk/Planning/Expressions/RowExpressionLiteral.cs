using System.Globalization;
using EFCore.MySqlBulk.Mapping.Columns;
using EFCore.MySqlBulk.Mapping.Values;

namespace EFCore.MySqlBulk.Planning.Expressions;

/// <summary>Writes a value of an expression so that no sql_mode changes its meaning.</summary>
internal static class RowExpressionLiteral
{
    private const string DateTimeFormat = "yyyy-MM-dd HH:mm:ss.ffffff";

    /// <summary>The literal.</summary>
    /// <param name="value">The value, in the type of a property, or of what it is compared with.</param>
    /// <param name="form">The column whose format it takes; <see langword="null" /> for the format of its own type.</param>
    /// <param name="option">The option, as messages name it.</param>
    /// <exception cref="InvalidOperationException">The server has no literal for it.</exception>
    public static RowExpression Of(object? value, ColumnMap? form, string option)
    {
        object? own = value is null || form is null ? value : InForm(value, form);
        if (own is Enum)
            own = Convert.ChangeType(own, Enum.GetUnderlyingType(own.GetType()), CultureInfo.InvariantCulture);
        return RowExpression.OfText(own switch
        {
            null => "NULL",
            bool truth => truth ? "1" : "0",
            sbyte or byte or short or ushort or int or uint or long or ulong or decimal => Convert.ToString(own, CultureInfo.InvariantCulture)!,
            // As a double it would have other digits than a float column's value.
            float number when float.IsFinite(number) => $"CAST({Double(number)} AS FLOAT)",
            double number when double.IsFinite(number) => Double(number),
            char letter => Text(letter.ToString()),
            string text => Text(text),
            byte[] bytes => $"X'{Convert.ToHexString(bytes)}'",
            DateTime time => $"TIMESTAMP'{time.ToString(DateTimeFormat, CultureInfo.InvariantCulture)}'",
            DateTimeOffset time => $"TIMESTAMP'{time.UtcDateTime.ToString(DateTimeFormat, CultureInfo.InvariantCulture)}'",
            DateOnly date => $"DATE'{date.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)}'",
            TimeOnly time => $"TIME'{time.ToString("HH:mm:ss.ffffff", CultureInfo.InvariantCulture)}'",
            TimeSpan time => $"TIME'{Time(time)}'",
            Guid id when form is null or { Kind: ValueKind.GuidText } => Text(id.ToString()),
            Guid id when form.Kind == ValueKind.GuidDigits => Text(id.ToString("N")),
            // Only the type mapping knows its byte order.
            Guid id => form.TypeMapping.GenerateProviderValueSqlLiteral(id),
            _ => throw new InvalidOperationException($"{option} has a value of type {value!.GetType().Name}, which cannot be translated to SQL. Take it from a property of the given row."),
        });
    }

    // The C# compiler compares enumerations and characters as numbers.
    private static object? InForm(object value, ColumnMap form)
    {
        Type type = ConvertedForm.Bare(form.ClrType);
        if (type.IsEnum && value.GetType() != type)
            value = Enum.ToObject(type, value);
        else if (type == typeof(char) && value is int or ushort)
            value = Convert.ToChar(value, CultureInfo.InvariantCulture);
        bool isOfProperty = value.GetType() == type;
        return isOfProperty || !ConvertedForm.IsPlain(form) ? form.ToProvider(value) : value;
    }

    private static string Double(double number) => number.ToString("R", CultureInfo.InvariantCulture) is var text && text.Contains('E') ? text : text + "E0";

    private static string Time(TimeSpan time)
    {
        TimeSpan size = time.Duration();
        return string.Create(CultureInfo.InvariantCulture, $"{(time < TimeSpan.Zero ? "-" : "")}{(int)size.TotalHours:00}:{size:mm\\:ss\\.ffffff}");
    }

    private static string Text(string text) => $"_utf8mb4 X'{Convert.ToHexString(System.Text.Encoding.UTF8.GetBytes(text))}'";
}
