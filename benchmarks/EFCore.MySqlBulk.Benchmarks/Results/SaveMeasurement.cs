using EFCore.MySqlBulk.Benchmarks.Measuring;
using EFCore.MySqlBulk.Benchmarks.Saving;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The results of SaveChanges by the provider and in bulk.</summary>
internal sealed record SaveMeasurement : IMeasured
{
    public required string Operation { get; init; }

    /// <summary>Rows of one save.</summary>
    public required int Rows { get; init; }

    /// <summary>Rows in the table before a run.</summary>
    public required int TableRows { get; init; }

    /// <summary>How many saves were timed together.</summary>
    public required int SavesPerRun { get; init; }

    /// <summary>Whether AddRange is included.</summary>
    public required bool IncludesTracking { get; init; }

    /// <summary>By the provider; null if it was not measured.</summary>
    public SaveTimes? Plain { get; init; }

    /// <summary>In bulk; null if it was not measured.</summary>
    public SaveTimes? Bulk { get; init; }

    /// <summary>The provider's median divided by the one in bulk: above 1 the library is faster.</summary>
    public double? TimesFaster => Plain?.MedianMs / Bulk?.MedianMs;

    public string Tell() =>
        $"{Operation} {Page.Number(Rows)}{(IncludesTracking ? " with AddRange" : "")}: plain {Page.Number(Plain?.MedianMs, 3)} ms, bulk {Page.Number(Bulk?.MedianMs, 3)} ms, {Page.Number(TimesFaster, 2)} × as fast";

    /// <summary>All measurements of one operation and number of rows.</summary>
    public static IEnumerable<SaveMeasurement> Of(SaveWorkload workload, IReadOnlyList<Series> series)
    {
        int rows = workload.RowsPerSave;
        int saves = SaveRounds.SavesPerRun(rows);
        ILookup<bool, Series> byTracking = series.ToLookup(s => ((SaveTechnique)s.Technique).TimesTracking);
        foreach (IGrouping<bool, Series> group in byTracking)
        {
            yield return new()
            {
                Operation = workload.Name,
                Rows = rows,
                TableRows = workload.TableRows,
                SavesPerRun = saves,
                IncludesTracking = group.Key,
                Plain = TimesOf(group, isBulk: false, rows, saves),
                Bulk = TimesOf(group, isBulk: true, rows, saves),
            };
        }
    }

    private static SaveTimes? TimesOf(IEnumerable<Series> series, bool isBulk, int rows, int saves) =>
        series.FirstOrDefault(s => ((SaveTechnique)s.Technique).IsBulk == isBulk) is { } found ? SaveTimes.Of(found.Samples, rows, saves) : null;
}
