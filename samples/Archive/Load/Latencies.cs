using System.Diagnostics;

namespace Archive.Load;

/// <summary>Collects the times of transactions, and gives them away.</summary>
internal sealed class Latencies
{
    private readonly Lock _alone = new();
    private List<TimeSpan> _times = [];
    private long _since = Stopwatch.GetTimestamp();

    public void Add(TimeSpan time)
    {
        lock (_alone)
            _times.Add(time);
    }

    /// <summary>Those since the last time.</summary>
    public LoadSample Take()
    {
        lock (_alone)
        {
            LoadSample sample = new(_times, Stopwatch.GetElapsedTime(_since));
            _times = [];
            _since = Stopwatch.GetTimestamp();
            return sample;
        }
    }
}
