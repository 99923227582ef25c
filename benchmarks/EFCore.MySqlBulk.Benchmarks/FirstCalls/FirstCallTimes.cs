using System.Globalization;

namespace EFCore.MySqlBulk.Benchmarks.FirstCalls;

/// <summary>How long the calls of a process took, in milliseconds.</summary>
/// <param name="ProcessMs">The first one.</param>
/// <param name="TypeMs">The next one, the first with its entity type.</param>
/// <param name="LaterMs">Those after it: the median.</param>
internal readonly record struct FirstCallTimes(double ProcessMs, double TypeMs, double LaterMs)
{
    /// <summary>One line for <see cref="Read" />.</summary>
    public string Write() => string.Create(CultureInfo.InvariantCulture, $"{ProcessMs:R} {TypeMs:R} {LaterMs:R}");

    /// <summary>What <see cref="Write" /> has written.</summary>
    public static FirstCallTimes Read(string line)
    {
        double[] times = [.. line.Split(' ').Select(time => double.Parse(time, CultureInfo.InvariantCulture))];
        return new(times[0], times[1], times[2]);
    }
}
