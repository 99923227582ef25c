using System.Globalization;
using System.Text.Json;
using BenchmarkDotNet.Reports;

namespace EFCore.MySqlBulk.MicroBenchmarks;

/// <summary>The committed figures, and the table in docs/micro-benchmarks.md that is generated from them.</summary>
internal sealed class Baseline(string repository)
{
    private const string Begin = "<!-- begin of the table -->";
    private const string End = "<!-- end of the table -->";
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true };

    private string File => Path.Combine(repository, "benchmarks/EFCore.MySqlBulk.MicroBenchmarks/baseline.json");

    private string Page => Path.Combine(repository, "docs/micro-benchmarks.md");

    public Dictionary<string, Figure> Read()
        => System.IO.File.Exists(File) ? JsonSerializer.Deserialize<Dictionary<string, Figure>>(System.IO.File.ReadAllText(File))! : [];

    /// <summary>Replaces the figures that were measured, and keeps the rest.</summary>
    public void Update(IEnumerable<Summary> summaries)
    {
        SortedDictionary<string, Figure> figures = new(Read(), StringComparer.Ordinal);
        foreach (BenchmarkReport report in summaries.SelectMany(s => s.Reports).Where(r => r.ResultStatistics is not null))
        {
            long bytes = report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase)!.Value;
            figures[Figure.NameOf(report.BenchmarkCase)] = new(Math.Round(report.ResultStatistics!.Median, 2), bytes);
        }

        System.IO.File.WriteAllText(File, JsonSerializer.Serialize(figures, Indented) + "\n");
        string page = System.IO.File.ReadAllText(Page);
        int from = page.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
        System.IO.File.WriteAllText(Page, page[..from] + "\n" + Table(figures) + page[page.IndexOf(End, StringComparison.Ordinal)..]);
    }

    private static string Table(IReadOnlyDictionary<string, Figure> figures)
        => "| benchmark | median ns | bytes allocated |\n|---|--:|--:|\n" + string.Concat(figures.Select(f => string.Create(
            CultureInfo.InvariantCulture, $"| `{f.Key}` | {Rounded(f.Value.Nanoseconds)} | {f.Value.Bytes:N0} |\n")));

    private static string Rounded(double nanoseconds) => nanoseconds.ToString(nanoseconds < 100 ? "0.0" : "N0", CultureInfo.InvariantCulture);
}
