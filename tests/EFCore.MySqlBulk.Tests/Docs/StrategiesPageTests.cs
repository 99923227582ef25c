using System.Globalization;
using System.Reflection;
using System.Text;
using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Planning.Options;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The tables in docs/strategies.md are generated from the selectors' rules and from the thresholds; the text around them is written by hand.</summary>
public sealed partial class StrategiesPageTests
{
    private const string Page = "docs/strategies.md";
    private const string ThresholdsFile = "src/EFCore.MySqlBulk/Planning/Selection/Thresholds.cs";

    [Fact]
    public void The_tables_are_those_of_the_code()
    {
        string page = RepositoryFiles.Read(Page);
        page = WithPart(page, "pipelining", Pipelining());
        page = WithPart(page, "rules", Rules());
        page = WithPart(page, "thresholds", Thresholds());
        GeneratedFile.Check(Page, page);
    }

    [Fact]
    public void Every_strategy_is_explained()
    {
        string page = RepositoryFiles.Read(Page);
        Assert.Equal([], Enum.GetNames<BulkStrategy>().Where(name => name != nameof(BulkStrategy.None) && !page.Contains($"| `{name}` |", StringComparison.Ordinal)));
    }

    private static string WithPart(string page, string name, string content)
    {
        string begin = $"<!-- {name}: made by a test -->\n";
        string end = $"<!-- end of {name} -->";
        int from = page.IndexOf(begin, StringComparison.Ordinal) + begin.Length;
        int to = page.IndexOf(end, StringComparison.Ordinal);
        Assert.True(from >= begin.Length && to >= from, $"{Page} has lost its marks of '{name}'.");
        return page[..from] + content + page[to..];
    }

    private static string Pipelining()
    {
        StringBuilder text = new("\n| | pipelined | reason |\n|--:|---|---|\n");
        foreach ((int index, PipeliningRule rule) in PipeliningSelector.Rules.Index())
            text.Append(CultureInfo.InvariantCulture, $"| {index + 1} | {(rule.Pipelines ? "yes" : "no")} | {rule.Reason} |\n");
        return text.Append('\n').ToString();
    }

    private static string Rules()
    {
        StringBuilder text = new();
        foreach (IGrouping<BulkOperation, StrategyRule> operation in StrategySelector.Rules.GroupBy(rule => rule.Operation))
        {
            text.Append(CultureInfo.InvariantCulture, $"\n### {operation.Key}\n\n| | strategy | reason |\n|--:|---|---|\n");
            foreach ((int index, StrategyRule rule) in operation.Index())
                text.Append(CultureInfo.InvariantCulture, $"| {index + 1} | `{rule.Strategy}` | {rule.Reason} |\n");
        }

        return text.Append('\n').ToString();
    }

    private static string Thresholds()
    {
        StringBuilder text = new("\n| threshold | value | what it is, and where it comes from |\n|---|--:|---|\n");
        Dictionary<string, object?> values = typeof(EFCore.MySqlBulk.Planning.Selection.Thresholds).GetFields(BindingFlags.Public | BindingFlags.Static)
            .ToDictionary(field => field.Name, field => field.GetRawConstantValue());
        MatchCollection documented = Documented().Matches(RepositoryFiles.Read(ThresholdsFile));
        Assert.Equal(values.Keys.Order(), documented.Select(match => match.Groups["name"].Value).Order());
        foreach (Match match in documented)
        {
            string summary = Break().Replace(match.Groups["summary"].Value, " ").Trim();
            string name = match.Groups["name"].Value;
            text.Append(CultureInfo.InvariantCulture, $"| `{name}` | {values[name]:N0} | {summary} |\n");
        }

        return text.Append('\n').ToString();
    }

    [GeneratedRegex(@"/// <summary>(?<summary>[^<]*)</summary>\n    public const \w+ (?<name>\w+) =")]
    private static partial Regex Documented();

    [GeneratedRegex(@"\s*\n\s*///\s*")]
    private static partial Regex Break();
}
