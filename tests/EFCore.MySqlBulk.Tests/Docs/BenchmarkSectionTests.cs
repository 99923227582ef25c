using System.Globalization;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The figures in docs/performance.md, and README's number and picture, are those of the run that is committed.</summary>
public sealed class BenchmarkSectionTests
{
    private const string Page = "docs/performance.md";
    private const string Begin = $"<!-- figures of {BenchmarkReport.File} -->\n";
    private const string End = "<!-- end of the figures -->\n";

    [Fact]
    public void The_run_was_a_whole_one() => Assert.False(BenchmarkReport.Read().IsQuick);

    [Fact]
    public void The_tables_are_those_of_the_run()
    {
        string page = RepositoryFiles.Read(Page);
        int from = page.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
        int to = page.IndexOf(End, StringComparison.Ordinal);
        Assert.InRange(from, Begin.Length, to);
        GeneratedFile.Check(Page, $"{page[..from]}{BenchmarkSection.Write(BenchmarkReport.Read())}{page[to..]}");
    }

    [Fact]
    public void The_number_at_the_top_of_README_is_that_of_the_run()
        => Assert.Contains(
            $"**100,000 rows inserted, with their keys: {Seconds("bulk")} s. `SaveChanges`: {Seconds("saveChanges")} s.**", RepositoryFiles.Read("README.md"), StringComparison.Ordinal);

    [Fact]
    public void The_chart_is_that_of_the_run() => GeneratedFile.Check("docs/assets/benchmark.svg", BenchmarkChart.Draw(BenchmarkReport.Read(), 100_000));

    private static string Seconds(string technique) => (BenchmarkReport.Read().Of("insert", 100_000, technique).MedianMs / 1000).ToString("F1", CultureInfo.InvariantCulture);
}
