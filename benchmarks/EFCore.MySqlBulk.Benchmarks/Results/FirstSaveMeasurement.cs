using EFCore.MySqlBulk.Benchmarks.Saving;

namespace EFCore.MySqlBulk.Benchmarks.Results;

/// <summary>The results of first saves.</summary>
/// <param name="First">What it was the first save of.</param>
/// <param name="PlainMs">How many milliseconds longer than a later one it took the provider: the median.</param>
/// <param name="BulkMs">The same in bulk.</param>
/// <param name="Pairs">What was measured in each round.</param>
internal sealed record FirstSaveMeasurement(string First, double PlainMs, double BulkMs, IReadOnlyList<FirstSavePair> Pairs)
{
    public double ExtraMs => BulkMs - PlainMs;

    public static FirstSaveMeasurement Of(string first, IReadOnlyList<FirstSavePair> pairs) =>
        new(first, Median.Of(pairs.Select(p => p.PlainMs)), Median.Of(pairs.Select(p => p.BulkMs)), pairs);
}
