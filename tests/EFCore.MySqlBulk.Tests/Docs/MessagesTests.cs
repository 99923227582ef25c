using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>Whoever looks up a message finds its cause and its cure.</summary>
public sealed partial class MessagesTests
{
    [Fact]
    public void Every_message_is_in_the_troubleshooting_page()
    {
        string page = Flat(RepositoryFiles.Read("docs/troubleshooting.md"));
        string[] messages = [.. Sources().SelectMany(source => Thrown().Matches(source)).Select(match => Longest(match.Groups[1].Value)).Distinct()];
        Assert.True(messages.Length > 20, "The search for messages finds hardly any.");
        Assert.Equal([], messages.Where(message => !page.Contains(message, StringComparison.Ordinal)));
    }

    [Fact]
    public void Every_refused_mapping_is_in_the_page_of_limits()
    {
        string page = Flat(RepositoryFiles.Read("docs/limits.md"));
        string source = RepositoryFiles.Read($"{SourceFile.Library}/Mapping/SupportedShape.cs");
        string[] reasons = [.. Reason().Matches(source[source.IndexOf("string? Refusal(", StringComparison.Ordinal)..]).Select(match => Longest(match.Groups[1].Value)).Distinct()];
        Assert.True(reasons.Length > 5, "The search for reasons finds hardly any.");
        Assert.Equal([], reasons.Where(reason => !page.Contains(reason, StringComparison.Ordinal)));
    }

    [Fact]
    public void Every_page_that_a_message_names_is_there()
    {
        string[] pages = [.. Sources().SelectMany(source => NamedPage().Matches(source)).Select(match => match.Value).Distinct()];
        Assert.Contains("docs/limits.md", pages);
        Assert.Equal([], pages.Where(page => !File.Exists(RepositoryFiles.PathOf(page))));
    }

    private static IEnumerable<string> Sources() => SourceFile.All.Select(file => RepositoryFiles.Read($"{SourceFile.Library}/{file.Path}"));

    // What a message says between its values; the longest part is enough to know it by.
    private static string Longest(string message) => Flat(Braces(Value().Split(Marks(message)).MaxBy(part => part.Length)!).Trim());

    // Doubled braces are braces, not the ends of a value.
    private static string Marks(string message) => message.Replace("{{", "\u0001", StringComparison.Ordinal).Replace("}}", "\u0002", StringComparison.Ordinal);

    private static string Braces(string text) => text.Replace('\u0001', '{').Replace('\u0002', '}');

    private static string Flat(string text) => Spaces().Replace(text, " ");

    [GeneratedRegex("""(?:NotSupported|InvalidOperation|Argument|BulkOperation|BulkConcurrency|RowValue|StatementTimeout|OperationCanceled)Exception\(\s*\$?"((?:[^"\\{]|\\.|\{\{|\{[^}]*\})*)["]""")]
    private static partial Regex Thrown();

    [GeneratedRegex("""\$?"((?:[^"\\{]|\{[^}]*\}){15,})["]""")]
    private static partial Regex Reason();

    [GeneratedRegex(@"docs/[\w/-]+\.md")]
    private static partial Regex NamedPage();

    [GeneratedRegex(@"\{[^}]*\}")]
    private static partial Regex Value();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
