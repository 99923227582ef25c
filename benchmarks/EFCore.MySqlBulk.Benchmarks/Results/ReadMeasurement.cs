using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Reads;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The results of one way to read, with one number of keys.</summary>
/// <param name="Technique">The way.</param>
/// <param name="Rows">The number of keys, each of which has a row.</param>
/// <param name="Times">Its times.</param>
/// <param name="TimesFaster">The median of <c>Where(Contains)</c>, tracked or not as this one, divided by this one: above 1 it is faster. Null if that was not measured.</param>
internal sealed record ReadMeasurement(string Technique, int Rows, SaveTimes Times, double? TimesFaster)
    : IMeasured
{
    public string Tell() => $"{Page.Number(Rows)} keys, {Technique}: {Times.Tell(Rows)}";

    public static IEnumerable<ReadMeasurement> Of(int rows, IReadOnlyList<Series> series)
    {
        foreach (Series each in series)
        {
            ReadTechnique technique = (ReadTechnique)each.Technique;
            SaveTimes times = SaveTimes.Of(each.Samples, rows, 1);
            Series? compared = series.FirstOrDefault(s => s.Technique is ReadTechnique { Way: ReadTechnique.Contains } other && other.Tracks == technique.Tracks);
            yield return new(technique.Name, rows, times, compared is null ? null : SaveTimes.Of(compared.Samples, rows, 1).MedianMs / times.MedianMs);
        }
    }
}
