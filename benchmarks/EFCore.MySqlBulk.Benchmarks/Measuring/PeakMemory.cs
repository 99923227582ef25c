using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>How much managed memory a run needs, garbage included. It looks every millisecond, which would disturb a timed run.</summary>
internal static class PeakMemory
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(1);

    /// <summary>The most bytes that were in use during a run, without those that were in use before it.</summary>
    public static async Task<long> MeasureAsync(Technique technique, BenchUser[] users)
    {
        long before = GC.GetTotalMemory(forceFullCollection: true);
        using CancellationTokenSource end = new();
        Task<long> peak = Task.Factory.StartNew(() => PeakUntil(end.Token), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        try
        {
            await technique.RunAsync(users);
        }
        finally
        {
            await end.CancelAsync();
        }
        return Math.Max(0, await peak - before);
    }

    private static long PeakUntil(CancellationToken end)
    {
        long peak = GC.GetTotalMemory(forceFullCollection: false);
        while (!end.WaitHandle.WaitOne(Interval))
            peak = Math.Max(peak, GC.GetTotalMemory(forceFullCollection: false));
        return Math.Max(peak, GC.GetTotalMemory(forceFullCollection: false));
    }
}
