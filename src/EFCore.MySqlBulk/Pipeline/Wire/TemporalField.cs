using System.Buffers.Text;
using System.Globalization;

namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>Dates and times in the format of text rows.</summary>
internal static class TemporalField
{
    /// <summary><c>yyyy-MM-dd</c>, with or without <c>HH:mm:ss</c> and a fraction.</summary>
    /// <exception cref="InvalidCastException">It is not a valid date; MySQL's zero dates are not.</exception>
    public static DateTime DateTime(ReadOnlySpan<byte> text)
        => System.DateTime.TryParseExact(
            System.Text.Encoding.ASCII.GetString(text), ["yyyy-MM-dd", "yyyy-MM-dd HH:mm:ss.FFFFFFF"], CultureInfo.InvariantCulture, DateTimeStyles.None, out DateTime value)
            ? value
            : throw None(text);

    /// <summary><c>[-]hhh:mm:ss</c>, with or without a fraction.</summary>
    /// <exception cref="InvalidCastException">It is not a valid time.</exception>
    public static TimeSpan Time(ReadOnlySpan<byte> text)
    {
        bool isNegative = text is [(byte)'-', ..];
        ReadOnlySpan<byte> rest = isNegative ? text[1..] : text;
        if (!Utf8Parser.TryParse(rest, out int hours, out int length) || rest.Length < length + 6
            || !Utf8Parser.TryParse(rest[(length + 1)..(length + 3)], out int minutes, out _)
            || !Utf8Parser.TryParse(rest[(length + 4)..], out decimal seconds, out _))
        {
            throw None(text);
        }

        TimeSpan value = new((hours * TimeSpan.TicksPerHour) + (minutes * TimeSpan.TicksPerMinute) + (long)(seconds * TimeSpan.TicksPerSecond));
        return isNegative ? -value : value;
    }

    private static InvalidCastException None(ReadOnlySpan<byte> text) => new($"'{System.Text.Encoding.UTF8.GetString(text)}' cannot be represented as a date or time in .NET.");
}
