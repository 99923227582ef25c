using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Techniques;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The results of one way to insert or update, with one number of rows.</summary>
/// <param name="Technique">The way.</param>
/// <param name="Rows">The number of rows given.</param>
/// <param name="TableRows">Rows in the table before a run; all of them are among those given.</param>
/// <param name="Detail">The strategy of the library's call, and whether it was pipelined.</param>
/// <param name="Times">Its times.</param>
/// <param name="TimesFloor">The median divided by the floor's. Null if the floor was not measured.</param>
/// <param name="TimesFaster">The median of the tracked queries divided by this one: above 1 it is faster. Null if they were not measured.</param>
internal sealed record UpsertMeasurement(string Technique, int Rows, int TableRows, string Detail, SaveTimes Times, double? TimesFloor, double? TimesFaster)
    : IMeasured
{
    public string Tell() => $"{Page.Number(Rows)} rows, {Technique}: {Times.Tell(Rows)}";

    public static IEnumerable<UpsertMeasurement> Of(int rows, int tableRows, IReadOnlyList<Series> series)
    {
        double? floor = MedianOf(series, TechniqueKind.Floor);
        double? loop = MedianOf(series, TechniqueKind.SaveChanges);
        foreach ((Technique technique, IReadOnlyList<Sample> samples) in series)
        {
            SaveTimes times = SaveTimes.Of(samples, rows, 1);
            string name = technique is FloorTechnique ? "floor" : technique.Name;
            yield return new(name, rows, tableRows, technique.Detail, times, times.MedianMs / floor, loop / times.MedianMs);
        }
    }

    private static double? MedianOf(IReadOnlyList<Series> series, TechniqueKind kind) =>
        series.FirstOrDefault(s => s.Technique.Kind == kind) is { } found ? Median.Of(found.Samples.Select(s => s.Milliseconds)) : null;
}
