using System.Buffers.Text;
using System.Globalization;

namespace EFCore.MySqlBulk.Pipeline.Wire;

/// <summary>Dates and times in the format of text rows.</summary>
internal static class TemporalField
{
    /// <summary><c>yyyy-MM-dd</c>, with or without <c>HH:mm:ss</c> and a fraction.</summary>
    /// <exception cref="InvalidCastException">It is not a valid date; MySQL's zero dates are not.</exception>
    public static DateTime DateTime(ReadOnlySpan<byte> text)
        => TryRead(text, out DateTime value) || System.DateTime.TryParseExact(
            System.Text.Encoding.ASCII.GetString(text), ["yyyy-MM-dd", "yyyy-MM-dd HH:mm:ss.FFFFFFF"], CultureInfo.InvariantCulture, DateTimeStyles.None, out value)
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

    // Parses the servers' formats without creating strings.
    private static bool TryRead(ReadOnlySpan<byte> text, out DateTime value)
    {
        value = default;
        if (text.Length < 10 || text[4] != '-' || text[7] != '-' || !TryRead(text[..4], out int year) || !TryRead(text[5..7], out int month) || !TryRead(text[8..10], out int day)
            || year == 0 || month is 0 or > 12 || day == 0 || day > System.DateTime.DaysInMonth(year, month))
        {
            return false;
        }

        long ticks = 0;
        if (text.Length > 10 && !TryReadClock(text[10..], out ticks))
            return false;
        value = new DateTime(year, month, day).AddTicks(ticks);
        return true;
    }

    // " HH:mm:ss", with or without a fraction of up to six digits.
    private static bool TryReadClock(ReadOnlySpan<byte> text, out long ticks)
    {
        ticks = 0;
        if (text.Length < 9 || text[0] != ' ' || text[3] != ':' || text[6] != ':' || !TryRead(text[1..3], out int hour) || !TryRead(text[4..6], out int minute)
            || !TryRead(text[7..9], out int second) || hour > 23 || minute > 59 || second > 59)
        {
            return false;
        }

        int fraction = 0;
        if (text.Length > 9)
        {
            ReadOnlySpan<byte> digits = text[10..];
            if (text[9] != '.' || digits.Length is 0 or > 6 || !TryRead(digits, out fraction))
                return false;
            for (int i = digits.Length; i < 7; i++)
                fraction *= 10;
        }

        ticks = (((((hour * 60L) + minute) * 60) + second) * TimeSpan.TicksPerSecond) + fraction;
        return true;
    }

    private static bool TryRead(ReadOnlySpan<byte> digits, out int value)
    {
        bool isNumber = IntegerField.TryRead(digits, out long read) && read >= 0 && digits[0] != '-';
        value = (int)read;
        return isNumber;
    }

    private static InvalidCastException None(ReadOnlySpan<byte> text) => new($"'{System.Text.Encoding.UTF8.GetString(text)}' cannot be represented as a date or time in .NET.");
}
