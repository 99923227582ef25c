using System.Globalization;
using EFCore.MySqlBulk.Benchmarks.Plots;
using EFCore.MySqlBulk.Benchmarks.Reporting;
using EFCore.MySqlBulk.Benchmarks.Techniques;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The figures and pictures in docs/performance.md, and README's number and picture, are those of the runs that are committed.</summary>
public sealed class PerformancePageTests
{
    private const string Page = "docs/performance.md";
    private const string Begin = "<!-- figures of benchmarks/results -->\n";
    private const string End = "<!-- end of the figures -->\n";
    private const string Pictures = "assets/";

    // A part is on the page as soon as its results are committed.
    private static ReportSection[] Committed => [.. ReportPart.SectionsIn(RepositoryFiles.PathOf("benchmarks/results")), .. ReportPart.SectionsIn(RepositoryFiles.PathOf("benchmarks/results/connector-net"))];

    [Fact]
    public void The_runs_were_whole_ones() => Assert.All(Committed, section => Assert.False(section.Report.IsQuick, section.Title));

    [Fact]
    public void The_tables_are_those_of_the_runs()
    {
        string page = RepositoryFiles.Read(Page);
        int from = page.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
        int to = page.IndexOf(End, StringComparison.Ordinal);
        Assert.InRange(from, Begin.Length, to);
        GeneratedFile.Check(Page, $"{page[..from]}{ReportSection.Write(Committed, Pictures)}{page[to..]}");
    }

    [Fact]
    public void The_pictures_are_those_of_the_runs()
    {
        Picture[] pictures = [.. Committed.SelectMany(section => section.Pictures)];
        Assert.NotEmpty(pictures);
        foreach (Picture picture in pictures)
            GeneratedFile.Check($"docs/{Pictures}{picture.File}", picture.Draw());
    }

    [Fact]
    public void The_number_at_the_top_of_README_is_that_of_the_run()
        => Assert.Contains(
            $"**100,000 rows inserted, with their keys: {Seconds(TechniqueKind.Bulk)} s. `SaveChanges`: {Seconds(TechniqueKind.SaveChanges)} s.**", RepositoryFiles.Read("README.md"), StringComparison.Ordinal);

    [Fact]
    public void The_picture_in_README_is_that_of_the_run() => GeneratedFile.Check("docs/assets/benchmark.svg", SpeedChart.Draw(CommittedFigures.Operations, 100_000));

    private static string Seconds(TechniqueKind technique) => (CommittedFigures.Of("insert", 100_000, technique).MedianMs / 1000).ToString("F1", CultureInfo.InvariantCulture);
}
