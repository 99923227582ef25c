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
        (int year, int month, int day) = value;
        int at = Date(year, month, day, to);
        Put(' ', to[at++..]);
        return at + Clock(value.Hour, value.TimeOfDay.Ticks, to[at..]);
    }

    /// <summary><c>yyyy-MM-dd</c>, 10 characters.</summary>
    public static int Date<T>(int year, int month, int day, Span<T> to)
        where T : IBinaryInteger<T>
    {
        Span<T> all = to[..10];
        Pair(year / 100, all);
        Pair(year % 100, all[2..]);
        Put('-', all[4..]);
        Pair(month, all[5..]);
        Put('-', all[7..]);
        Pair(day, all[8..]);
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
        for (int i = width - 1, rest = hours; i >= 0; i--, rest /= 10)
            Put((char)('0' + (rest % 10)), to[i..]);
        (long seconds, long within) = Math.DivRem(ticks, TimeSpan.TicksPerSecond);
        int second = (int)(seconds % 3600);
        int micro = (int)within / (int)TimeSpan.TicksPerMicrosecond;
        Span<T> behind = to.Slice(width, 13);
        Put(':', behind);
        Pair(second / 60, behind[1..]);
        Put(':', behind[3..]);
        Pair(second % 60, behind[4..]);
        Put('.', behind[6..]);
        Pair(micro / 10_000, behind[7..]);
        Pair(micro / 100 % 100, behind[9..]);
        Pair(micro % 100, behind[11..]);
        return width + 13;
    }

    // Two digits.
    private static void Pair<T>(int value, Span<T> to)
        where T : IBinaryInteger<T>
    {
        (uint tens, uint ones) = Math.DivRem((uint)value, 10);
        to[1] = T.CreateTruncating('0' + ones);
        to[0] = T.CreateTruncating('0' + tens);
    }

    private static void Put<T>(char value, Span<T> to)
        where T : IBinaryInteger<T>
        => to[0] = T.CreateTruncating(value);
}
