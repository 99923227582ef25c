using System.Collections;

namespace EFCore.MySqlBulk.IntegrationTests.Streams;

/// <summary>Readings that are created while they are enumerated. Counts how often and how far they were enumerated.</summary>
public sealed class CountedReadings(int count, Action<Reading, int>? seen = null) : IEnumerable<Reading>, IAsyncEnumerable<Reading>
{
    public int Enumerations { get; private set; }

    public int Made { get; private set; }

    public bool IsDisposed { get; private set; }

    public IEnumerator<Reading> GetEnumerator()
    {
        Enumerations++;
        try
        {
            for (int i = 0; i < count; i++)
            {
                Made++;
                Reading reading = new() { Sensor = i, Value = i / 8d, Unit = "°C" };
                seen?.Invoke(reading, i);
                yield return reading;
            }
        }
        finally
        {
            IsDisposed = true;
        }
    }

    public async IAsyncEnumerator<Reading> GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        using IEnumerator<Reading> readings = GetEnumerator();
        while (readings.MoveNext())
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (readings.Current.Sensor % 1_000 == 0)
                await Task.Yield();
            yield return readings.Current;
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
