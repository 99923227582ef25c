using EFCore.MySqlBulk.Benchmarks.Graphs;
using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The results of one way to insert entities that may be stored as several rows, with one number of rows.</summary>
/// <param name="Operation">What is inserted.</param>
/// <param name="Technique">The way.</param>
/// <param name="Rows">The number of rows; of a table per type, the number of entities.</param>
/// <param name="Detail">The strategy of the library's call, and whether it was pipelined; empty for SaveChanges.</param>
/// <param name="Times">Its times.</param>
/// <param name="TimesFaster">The median of SaveChanges divided by this one: above 1 it is faster. Null if it is not compared with SaveChanges.</param>
/// <param name="TimesWithout">The time divided by the one without the option in the same round: the median. Null if it is not compared with that.</param>
internal sealed record GraphMeasurement(string Operation, string Technique, int Rows, string Detail, SaveTimes Times, double? TimesFaster, double? TimesWithout)
    : IMeasured
{
    /// <summary>Whether the library's call was timed.</summary>
    public bool IsBulk => Detail.Length > 0;

    public string Tell() => $"{Operation} {Page.Number(Rows)}, {Technique}: {Times.Tell(Rows)}";

    public static IEnumerable<GraphMeasurement> Of(GraphWorkload workload, int rows, IReadOnlyList<Series> series)
    {
        IReadOnlyList<Sample>? baseline = series.FirstOrDefault(s => s.Technique == workload.Baseline)?.Samples;
        foreach ((Technique technique, IReadOnlyList<Sample> samples) in series)
        {
            SaveTimes times = SaveTimes.Of(samples, rows, 1);
            IReadOnlyList<Sample>? other = technique == workload.Baseline ? null : baseline;
            yield return new(
                workload.Name, technique.Name, rows, technique.Detail, times,
                other is null || workload.IsOfOneKind ? null : Median.Of(other.Select(s => s.Milliseconds)) / times.MedianMs,
                other is null || !workload.IsOfOneKind ? null : Median.Of(samples.Zip(other, (with, without) => with.Milliseconds / without.Milliseconds)));
        }
    }
}
