using EFCore.MySqlBulk.Benchmarks.Results;

namespace EFCore.MySqlBulk.Benchmarks.Plots;

/// <summary>A picture of the memory of a call with a stream, and of the rows that it has read, over time.</summary>
internal static class MemoryPlot
{
    private static readonly LineChart Chart = new("A stream in one transaction, over seconds", IsXLogarithmic: false, IsYLogarithmic: false);

    public static IEnumerable<Picture> PicturesOf(string part, StreamReport report) => [new($"{part}-memory.svg", Chart.Title, () => Chart.Draw(Panels(report)))];

    public static IReadOnlyList<PlotPanel> Panels(StreamReport report) =>
    [
        new("managed memory after a collection, MiB", [new("EFCore.MySqlBulk", PlotLine.OurColour, [.. Shown(report).Select(sample => (sample.Seconds, sample.LiveMiB))])]),
        new("rows read, millions", [new("EFCore.MySqlBulk", PlotLine.OurColour, [.. Shown(report).Select(sample => (sample.Seconds, sample.Rows / 1e6))])]),
    ];

    // The highest of each second.
    private static IEnumerable<StreamSample> Shown(StreamReport report) => report.Samples.GroupBy(sample => (int)sample.Seconds).Select(second => second.MaxBy(sample => sample.LiveMiB)!);
}
