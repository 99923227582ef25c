using System.Diagnostics;
using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>Times a run and counts what it allocates.</summary>
internal static class Clock
{
    // There are too many small runs to collect garbage before each, and they leave too little to matter.
    private const int CollectFromRows = 1_000;

    public static async Task<Sample> MeasureAsync(Technique technique, BenchUser[] users)
    {
        if (users.Length >= CollectFromRows)
            GC.Collect();
        long bytes = GC.GetTotalAllocatedBytes(precise: true);
        TimeSpan processor = Environment.CpuUsage.TotalTime;
        long started = Stopwatch.GetTimestamp();
        await technique.RunAsync(users);
        TimeSpan elapsed = Stopwatch.GetElapsedTime(started);
        processor = Environment.CpuUsage.TotalTime - processor;
        return new(elapsed.TotalMilliseconds, GC.GetTotalAllocatedBytes(precise: true) - bytes, processor);
    }
}
