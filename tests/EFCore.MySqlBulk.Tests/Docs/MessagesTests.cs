using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>Every message can be looked up, with its cause and its fix.</summary>
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
    public void Every_message_of_the_troubleshooting_page_is_in_the_code()
    {
        string code = Flat(string.Join('\n', ThrownAnywhere().SelectMany(Literals.Of)));
        string[] said = [.. Messages().Matches(RepositoryFiles.Read("docs/troubleshooting.md")).SelectMany(match => Sentences(match.Groups["message"].Value)).Distinct()];
        Assert.True(said.Length > 100, "The search for messages finds hardly any.");
        // That message is the server's.
        string[] gone = [.. said.Where(sentence => !code.Contains(sentence, StringComparison.Ordinal)).Except(["Access denied"])];
        Assert.True(gone.Length == 0, "In docs/troubleshooting.md, and no longer in the code: " + string.Join("; ", gone));
    }

    [Theory]
    [InlineData("""throw new X("One " + y + "two.");""", "One ", "two.")]
    [InlineData("""throw new X($"One {y} " + "two.");""", "One … two.")]
    [InlineData("""throw new X($"One {(y ? $"{{{a}}}" : "b")} two.");""", "{…}", "b", "One … two.")]
    [InlineData("""Say('"', "One"); // "no" """, "One")]
    [InlineData("""Say(@"a""b", "c\"d");""", "a\"b", "c\"d")]
    public void Literals_are_read_as_the_compiler_reads_them(string code, params string[] expected) => Assert.Equal(expected, Literals.Of(code));

    [Fact]
    public void Every_refused_mapping_is_in_the_page_of_limits()
    {
        string page = Flat(RepositoryFiles.Read("docs/limits.md"));
        string source = RepositoryFiles.Read($"{SourceFile.Library}/Mapping/Shapes/SupportedShape.cs");
        // LimitsPageTests has the others.
        source = source[source.IndexOf("string? Refusal(", StringComparison.Ordinal)..source.IndexOf("string? Obstacle(", StringComparison.Ordinal)];
        string[] reasons = [.. Reason().Matches(source).Select(match => Longest(match.Groups[1].Value)).Distinct()];
        Assert.True(reasons.Length > 2, "The search for reasons finds hardly any.");
        Assert.Equal([], reasons.Where(reason => !page.Contains(reason, StringComparison.Ordinal)));
    }

    [Fact]
    public void Every_page_that_a_message_names_is_there()
    {
        string[] pages = [.. Sources().SelectMany(source => NamedPage().Matches(source)).Select(match => match.Value).Append("docs/limits.md").Distinct()];
        Assert.Contains("docs/strategies.md", pages);
        Assert.Equal([], pages.Where(page => !File.Exists(RepositoryFiles.PathOf(page))));
    }

    private static IEnumerable<string> ThrownAnywhere()
        => Directory.EnumerateFiles(RepositoryFiles.PathOf("src"), "*.cs", SearchOption.AllDirectories).Select(File.ReadAllText);

    // A row may cover several messages, each with its own values.
    private static IEnumerable<string> Sentences(string message)
        => Flat(message).Split('…').SelectMany(part => SentenceEnd().Split(part)).Select(part => part.Trim(' ', '.', ',', ':', ';', '\'')).Where(part => part.Length > 5);

    private static IEnumerable<string> Sources() => SourceFile.All.Select(file => RepositoryFiles.Read($"{SourceFile.Library}/{file.Path}"));

    // The parts of a message between its values; the longest part is enough to recognise it.
    private static string Longest(string message) => Flat(Braces(Value().Split(Marks(message)).MaxBy(part => part.Length)!).Trim());

    // Doubled braces are literal braces, not the ends of a value.
    private static string Marks(string message) => message.Replace("{{", "\u0001", StringComparison.Ordinal).Replace("}}", "\u0002", StringComparison.Ordinal);

    private static string Braces(string text) => text.Replace('\u0001', '{').Replace('\u0002', '}');

    private static string Flat(string text) => Spaces().Replace(text, " ");

    [GeneratedRegex("""(?:(?:InvalidOperation|Argument|BulkOperation|BulkConcurrency|RowValue|StatementTimeout|OperationCanceled)Exception|DriverFailure\.Report)\(\s*\$?"((?:[^"\\{]|\\.|\{\{|\{[^}]*\})*)["]""")]
    private static partial Regex Thrown();

    // Messages are in italics, in the first cell of a row or in the text.
    [GeneratedRegex(@"(?<=^\| [^|\n]*|^(?!\|)[^|\n]*)\*(?<message>[^*|\n]+)\*", RegexOptions.Multiline)]
    private static partial Regex Messages();

    [GeneratedRegex(@"[.,:;] ")]
    private static partial Regex SentenceEnd();

    [GeneratedRegex("""\$?"((?:[^"\\{]|\{[^}]*\}){15,})["]""")]
    private static partial Regex Reason();

    [GeneratedRegex(@"docs/[\w/-]+\.md")]
    private static partial Regex NamedPage();

    [GeneratedRegex(@"\{[^}]*\}")]
    private static partial Regex Value();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();
}
