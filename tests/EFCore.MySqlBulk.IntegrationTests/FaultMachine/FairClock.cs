using System.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>Measures the time in which the process could work. It runs slower on a busy machine, so that work that got no processor is not late.</summary>
internal static class FairClock
{
    private const int TickMilliseconds = 20;
    private static long _milliseconds;
    private static long _lost;
    private static int _isRunning;

    public static TimeSpan Now
    {
        get
        {
            if (Interlocked.Exchange(ref _isRunning, 1) == 0)
                _ = Task.Run(RunAsync);
            return TimeSpan.FromMilliseconds(Volatile.Read(ref _milliseconds));
        }
    }

    /// <summary>The time that other work on the machine has taken so far.</summary>
    public static TimeSpan Lost => TimeSpan.FromMilliseconds(Volatile.Read(ref _lost));

    /// <summary>Waits for work, but not longer than a limit. Returns whether it has ended.</summary>
    public static async Task<bool> EndsAsync(Task work, TimeSpan limit)
    {
        TimeSpan until = Now + limit;
        while (!work.IsCompleted && Now < until)
            await Task.WhenAny(work, Task.Delay(TickMilliseconds));
        return work.IsCompleted;
    }

    // The thread pool may be busy too: a tick that waits for it counts once.
    private static async Task RunAsync()
    {
        while (true)
        {
            long started = Stopwatch.GetTimestamp();
            await Task.Delay(TickMilliseconds);
            long took = (long)Stopwatch.GetElapsedTime(started).TotalMilliseconds;
            long counts = Math.Min(took, 2 * TickMilliseconds);
            Interlocked.Add(ref _milliseconds, counts);
            Interlocked.Add(ref _lost, took - counts);
        }
    }
}
