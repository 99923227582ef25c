namespace EFCore.MySqlBulk.IntegrationTests.Streams;

/// <summary>Finds out how many rows of a stream are still in memory long after they were yielded.</summary>
/// <param name="recent">How many of the last rows may be in memory.</param>
/// <param name="lookEvery">The number of rows between two checks.</param>
public sealed class LiveRows(int recent, int lookEvery)
{
    private const int SampleEvery = 100;
    private readonly List<WeakReference> _sample = [];

    /// <summary>The largest number found in memory, counting every hundredth row.</summary>
    public int Most { get; private set; }

    /// <summary>Called for each row as it is yielded.</summary>
    public void Given(object row, int index)
    {
        if (index % SampleEvery == 0)
            _sample.Add(new(row));
        if (index % lookEvery != lookEvery - 1)
            return;
        GC.Collect();
        Most = Math.Max(Most, _sample.SkipLast(recent / SampleEvery).Count(given => given.IsAlive));
    }
}
