using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>The intended time of a round trip, and the time of a statement that does nothing.</summary>
internal sealed record RoundTripTime(double AskedMs, double MedianMs)
{
    private const int WarmUps = 100;
    private const int Runs = 100;

    public static async Task<RoundTripTime> MeasureAsync(BenchDatabase database, double asked)
    {
        await using BenchContext context = await database.OpenAsync();
        using DbCommand command = context.Command("DO 0");
        double[] times = [.. Enumerable.Range(0, WarmUps + Runs).Select(_ => Time(command))];
        return new(asked, Median.Of(times.Skip(WarmUps)));
    }

    private static double Time(DbCommand command)
    {
        long started = Stopwatch.GetTimestamp();
        command.ExecuteNonQuery();
        return Stopwatch.GetElapsedTime(started).TotalMilliseconds;
    }
}
