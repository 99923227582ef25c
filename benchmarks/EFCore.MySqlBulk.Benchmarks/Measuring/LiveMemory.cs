namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>The most managed memory that was in use behind a garbage collection, without what was in use before. It looks ten times a second.</summary>
internal sealed class LiveMemory : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    private readonly long _before = GC.GetTotalMemory(forceFullCollection: true);
    private readonly Timer _timer;
    private long _most;

    public LiveMemory() => _timer = new(static memory => ((LiveMemory)memory!).Look(), this, Interval, Interval);

    /// <summary>The most so far, in MiB.</summary>
    public double MostMiB => Math.Max(0, Volatile.Read(ref _most) - _before) / (1024.0 * 1024);

    /// <summary>The bytes that the latest collection left. The runtime counts the free gaps between objects as the heap's size.</summary>
    public static long AfterCollection()
    {
        GCMemoryInfo latest = GC.GetGCMemoryInfo(GCKind.Any);
        return latest.HeapSizeBytes - latest.FragmentedBytes;
    }

    public void Dispose() => _timer.Dispose();

    private void Look()
    {
        long live = AfterCollection();
        if (live > Volatile.Read(ref _most))
            Volatile.Write(ref _most, live);
    }
}
