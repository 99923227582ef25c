using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The overview in docs/options.md says of which calls each one is.</summary>
public sealed partial class OptionsOverviewTests
{
    private static readonly Dictionary<string, Type> Calls = new(StringComparer.Ordinal)
    {
        ["insert"] = typeof(BulkInsertOptions),
        ["update"] = typeof(BulkUpdateOptions<>),
        ["delete"] = typeof(BulkDeleteOptions),
        ["execute"] = typeof(BulkExecuteOptions),
        ["insert or update"] = typeof(BulkInsertOrUpdateOptions<>),
        ["insert if absent"] = typeof(BulkInsertIfAbsentOptions<>),
        ["synchronize"] = typeof(BulkSynchronizeOptions<>),
        ["read"] = typeof(BulkReadOptions<>),
        ["execute delete"] = typeof(BulkExecuteDeleteOptions<>),
        ["execute update"] = typeof(BulkExecuteUpdateOptions<>),
        ["insert into"] = typeof(BulkInsertIntoOptions<>),
        ["copy to"] = typeof(BulkCopyToOptions<>),
        ["move to"] = typeof(BulkMoveToOptions<>),
    };

    private static readonly string[] ByQuery = ["execute delete", "execute update", "insert into", "copy to", "move to"];

    [Fact]
    public void Each_option_is_of_the_calls_that_its_row_names()
    {
        (string Option, string Call)[] said = [.. Rows().Matches(RepositoryFiles.Read("docs/options.md"))
            .SelectMany(row => Names().Matches(row.Groups["options"].Value).SelectMany(name => CallsOf(row.Groups["of"].Value).Select(call => (name.Groups[1].Value, call))))];
        (string Option, string Call)[] declared = [.. Calls.SelectMany(call => call.Value.GetProperties().Select(property => (property.Name, call.Key)))];
        Assert.Equal(declared.Order().Select(each => $"{each.Option} of {each.Call}"), said.Order().Select(each => $"{each.Option} of {each.Call}"));
    }

    private static IEnumerable<string> CallsOf(string text) => text switch
    {
        "all" => Calls.Keys,
        "all but read" => Calls.Keys.Except(["read"]),
        "all but those by query" => Calls.Keys.Except(ByQuery),
        "all but read and those by query" => Calls.Keys.Except([.. ByQuery, "read"]),
        "those by query" => ByQuery,
        _ => text.Split(", "),
    };

    [GeneratedRegex(@"^\| (?<options>`\w+`(?:, `\w+`)*) \| (?<of>[a-z ,]+) \| ", RegexOptions.Multiline)]
    private static partial Regex Rows();

    [GeneratedRegex(@"`(\w+)`")]
    private static partial Regex Names();
}
