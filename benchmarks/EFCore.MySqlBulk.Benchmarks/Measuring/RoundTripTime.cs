using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>What a round trip was meant to take, and what a statement takes that does nothing.</summary>
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
