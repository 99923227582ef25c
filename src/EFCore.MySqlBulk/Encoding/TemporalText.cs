using System.Numerics;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Encoding;

/// <summary>Dates and times as MySQL writes them, in characters or in bytes, to the microsecond: the seventh digit of a tick is truncated, as drivers do.</summary>
internal static class TemporalText
{
    /// <summary><c>yyyy-MM-dd HH:mm:ss.ffffff</c>, 26 characters.</summary>
    public static int DateTime<T>(DateTime value, Span<T> to)
        where T : IBinaryInteger<T>
    {
        int at = Date(value.Year, value.Month, value.Day, to);
        Put(' ', to[at++..]);
        return at + Clock(value.Hour, value.TimeOfDay.Ticks, to[at..]);
    }

    /// <summary><c>yyyy-MM-dd</c>, 10 characters.</summary>
    public static int Date<T>(int year, int month, int day, Span<T> to)
        where T : IBinaryInteger<T>
    {
        Digits(year, 4, to);
        Put('-', to[4..]);
        Digits(month, 2, to[5..]);
        Put('-', to[7..]);
        Digits(day, 2, to[8..]);
        return 10;
    }

    /// <summary>Whether it is in the range of a <c>TIME</c>.</summary>
    public static bool IsTime(TimeSpan value) => value.Ticks is < 839 * TimeSpan.TicksPerHour and > -839 * TimeSpan.TicksPerHour;

    /// <exception cref="RowValueException">The value is longer than a <c>TIME</c> can be. The server's error for such a text would differ from its error for a driver's literal.</exception>
    public static void CheckTime(TimeSpan value)
    {
        if (!IsTime(value))
            throw new RowValueException($"MySQL and MariaDB cannot store {value} in a TIME.");
    }

    /// <summary><c>[-]hh:mm:ss.ffffff</c>, the hours with as many digits as they need.</summary>
    public static int Time<T>(TimeSpan value, Span<T> to)
        where T : IBinaryInteger<T>
    {
        long ticks = value.Ticks == long.MinValue ? long.MaxValue : Math.Abs(value.Ticks);
        int at = 0;
        if (value.Ticks < 0)
            Put('-', to[at++..]);
        return at + Clock((int)(ticks / TimeSpan.TicksPerHour), ticks, to[at..]);
    }

    private static int Clock<T>(int hours, long ticks, Span<T> to)
        where T : IBinaryInteger<T>
    {
        int width = hours < 100 ? 2 : 1 + (int)Math.Log10(hours);
        Digits(hours, width, to);
        Put(':', to[width..]);
        Digits((int)(ticks / TimeSpan.TicksPerMinute % 60), 2, to[(width + 1)..]);
        Put(':', to[(width + 3)..]);
        Digits((int)(ticks / TimeSpan.TicksPerSecond % 60), 2, to[(width + 4)..]);
        Put('.', to[(width + 6)..]);
        Digits((int)(ticks % TimeSpan.TicksPerSecond / TimeSpan.TicksPerMicrosecond), 6, to[(width + 7)..]);
        return width + 13;
    }

    private static void Digits<T>(int value, int width, Span<T> to)
        where T : IBinaryInteger<T>
    {
        for (int i = width - 1; i >= 0; i--)
        {
            to[i] = T.CreateTruncating('0' + (value % 10));
            value /= 10;
        }
    }

    private static void Put<T>(char value, Span<T> to)
        where T : IBinaryInteger<T>
        => to[0] = T.CreateTruncating(value);
}
