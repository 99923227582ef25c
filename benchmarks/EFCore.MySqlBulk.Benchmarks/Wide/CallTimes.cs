using System.Collections.Concurrent;
using System.Diagnostics;

namespace EFCore.MySqlBulk.Benchmarks.Wide;

/// <summary>Times calls that are made at the same time.</summary>
internal sealed class CallTimes
{
    private readonly ConcurrentQueue<double> _milliseconds = new();

    /// <summary>The time in which calls ran, without what lies between the waves.</summary>
    public TimeSpan Elapsed { get; private set; }

    /// <summary>The client's processor time meanwhile.</summary>
    public TimeSpan Processor { get; private set; }

    /// <summary>The time of each call.</summary>
    public IReadOnlyCollection<double> Milliseconds => _milliseconds;

    /// <summary>Lets some workers begin at the same time, and waits for all of them.</summary>
    public async Task WaveAsync(IEnumerable<Func<Task>> workers)
    {
        TimeSpan processor = Environment.CpuUsage.TotalTime;
        long started = Stopwatch.GetTimestamp();
        await Task.WhenAll(workers.Select(Task.Run));
        Elapsed += Stopwatch.GetElapsedTime(started);
        Processor += Environment.CpuUsage.TotalTime - processor;
    }

    /// <summary>Makes one call of a worker.</summary>
    public async Task CallAsync(Func<Task> call)
    {
        long began = Stopwatch.GetTimestamp();
        await call();
        _milliseconds.Enqueue(Stopwatch.GetElapsedTime(began).TotalMilliseconds);
    }
}
