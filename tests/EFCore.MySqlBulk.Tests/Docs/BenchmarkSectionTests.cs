using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>README's figures and its picture are those of the run that is committed.</summary>
public sealed class BenchmarkSectionTests
{
    private const string Readme = "README.md";
    private const string Begin = $"<!-- figures of {BenchmarkReport.File} -->\n";
    private const string End = "<!-- end of the figures -->\n";

    [Fact]
    public void The_run_was_a_whole_one() => Assert.False(BenchmarkReport.Read().IsQuick);

    [Fact]
    public void The_tables_are_those_of_the_run()
    {
        string readme = RepositoryFiles.Read(Readme);
        int from = readme.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
        int to = readme.IndexOf(End, StringComparison.Ordinal);
        Assert.InRange(from, Begin.Length, to);
        GeneratedFile.Check(Readme, $"{readme[..from]}{BenchmarkSection.Write(BenchmarkReport.Read())}{readme[to..]}");
    }

    [Fact]
    public void The_chart_is_that_of_the_run() => GeneratedFile.Check("docs/assets/benchmark.svg", BenchmarkChart.Draw(BenchmarkReport.Read(), 100_000));
}
