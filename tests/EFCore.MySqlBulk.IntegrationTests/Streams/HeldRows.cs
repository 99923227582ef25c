namespace EFCore.MySqlBulk.IntegrationTests.Streams;

/// <summary>Finds out how many rows of a stream are held long after they were given.</summary>
/// <param name="recent">So many of the last rows may be held.</param>
/// <param name="lookEvery">Looks each time so many rows were given.</param>
public sealed class HeldRows(int recent, int lookEvery)
{
    private const int SampleEvery = 100;
    private readonly List<WeakReference> _sample = [];

    /// <summary>The most that were held of every hundredth row.</summary>
    public int Most { get; private set; }

    /// <summary>Is told of each row as it is given.</summary>
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
