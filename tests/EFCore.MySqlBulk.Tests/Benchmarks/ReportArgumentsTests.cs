using EFCore.MySqlBulk.Benchmarks;
using EFCore.MySqlBulk.Benchmarks.Reporting;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Benchmarks;

/// <summary>What <c>report</c> runs for which command line.</summary>
public sealed class ReportArgumentsTests
{
    public static TheoryData<string> Parts => [.. ReportPart.All.Select(part => part.Name)];

    [Fact]
    public void Without_arguments_all_parts_run_whole()
    {
        ReportArguments arguments = ReportArguments.Parse([]);

        Assert.Equal(ReportPart.All, arguments.Parts);
        Assert.Equal(("report", false, false), (arguments.Folder, arguments.IsQuick, arguments.WantsHelp));
    }

    [Fact]
    public void Named_parts_run_in_the_order_of_the_report()
    {
        ReportArguments arguments = ReportArguments.Parse(["--part", "graphs", "--quick", "--out", "figures", "--part", "operations"]);

        Assert.Equal(["operations", "graphs"], arguments.Parts.Select(part => part.Name));
        Assert.Equal(("figures", true), (arguments.Folder, arguments.IsQuick));
    }

    [Theory]
    [InlineData("--part")]
    [InlineData("--part", "none")]
    [InlineData("--out")]
    [InlineData("--json", "file.json")]
    public void Other_arguments_are_refused(params string[] words) => Assert.Throws<ArgumentException>(() => ReportArguments.Parse(words));

    [Theory]
    [MemberData(nameof(Parts))]
    public void A_part_is_a_run_that_writes_its_file(string name)
    {
        ReportPart part = ReportPart.All.Single(each => each.Name == name);
        Arguments whole = Arguments.Parse(part.Words("figures", isQuick: false));
        Arguments quick = Arguments.Parse(part.Words("figures", isQuick: true));

        Assert.Equal(Path.Combine("figures", name + ".json"), whole.JsonFile);
        Assert.Equal((whole.Kind, whole.Server, whole.JsonFile), (quick.Kind, quick.Server, quick.JsonFile));
        Assert.Equal((false, true), (whole.IsQuick, quick.IsQuick));
        Assert.Null(quick.Rows);
    }

    [Fact]
    public void No_two_parts_are_the_same_run()
        => Assert.Distinct(ReportPart.All.Select(part => Arguments.Parse(part.Words("", isQuick: false))).Select(run => (run.Kind, run.Server, run.Columns.Count, run.Techniques.Count)));

    [Fact]
    public void The_README_names_every_part()
        => Assert.All(ReportPart.All, part => Assert.Contains($"| `{part.Name}` |", RepositoryFiles.Read("benchmarks/README.md"), StringComparison.Ordinal));
}
