using System.Diagnostics;
using System.Runtime.InteropServices;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>
/// Sleeps with a precision of about 10 µs: <see cref="Thread.Sleep(TimeSpan)" /> knows only milliseconds, and Linux adds 50 µs to a thread's sleep unless
/// the thread asks it not to. Without nanosleep it spins.
/// </summary>
internal static class PreciseSleep
{
    private const int SetTimerSlack = 29;
    private const long NanosecondsPerSecond = 1_000_000_000;

    // A sleeping processor wakes up late, so the last part of a wait spins. Short waits that follow each other in a stream are not worth that.
    private const long Spun = 40_000;
    private const long WorthSpinning = 100_000;

    /// <summary>Asks the system to end sleeps of the current thread on time.</summary>
    public static void Sharpen()
    {
        if (OperatingSystem.IsLinux())
            _ = Prctl(SetTimerSlack, 1, 0, 0, 0);
    }

    /// <summary>Waits until <see cref="Stopwatch.GetTimestamp" /> has reached a value.</summary>
    public static void Until(long timestamp)
    {
        long left = NanosecondsTo(timestamp);
        bool spins = OperatingSystem.IsWindows() || left > WorthSpinning;
        if (!OperatingSystem.IsWindows())
            Sleep(spins ? left - Spun : left);
        while (spins && NanosecondsTo(timestamp) > 0)
            Thread.SpinWait(10);
    }

    private static void Sleep(long nanoseconds)
    {
        if (nanoseconds > 0)
            _ = NanoSleep(new((nint)(nanoseconds / NanosecondsPerSecond), (nint)(nanoseconds % NanosecondsPerSecond)), 0);
    }

    private static long NanosecondsTo(long timestamp) => (timestamp - Stopwatch.GetTimestamp()) * (NanosecondsPerSecond / Stopwatch.Frequency);

    [DllImport("libc", EntryPoint = "nanosleep")]
    private static extern int NanoSleep(in TimeSpecification duration, nint left);

    [DllImport("libc", EntryPoint = "prctl")]
    private static extern int Prctl(int option, nuint nanoseconds, nuint unused3, nuint unused4, nuint unused5);

    /// <summary>The C library's timespec.</summary>
    private readonly record struct TimeSpecification(nint Seconds, nint Nanoseconds);
}
