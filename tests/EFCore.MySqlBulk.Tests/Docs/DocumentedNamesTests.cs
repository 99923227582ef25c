using System.Text.RegularExpressions;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>A name in the pages is one of the code: a renamed option is not found there any more.</summary>
public sealed partial class DocumentedNamesTests
{
    public static TheoryData<string> Pages => [.. DocumentationFiles.Pages];

#if POMELO // the pages have names of Pomelo and of MySqlConnector
    [Theory]
    [MemberData(nameof(Pages))]
    public void A_name_in_a_page_is_one_of_the_code(string page)
    {
        // Those pages are about names of other libraries; what they say of this one is in the column that the next test reads.
        if (!IsAboutAnother(page))
            Assert.Equal([], Spans(DocumentationFiles.TextOf(page)).SelectMany(NamesIn).Where(name => !KnownNames.All.Contains(name)).Distinct().Order());
    }
#endif

    [Theory]
    [MemberData(nameof(Pages))]
    public void What_is_to_be_used_instead_is_an_option_or_a_call(string page)
    {
        string[] cells = [.. Instead().Matches(DocumentationFiles.TextOf(page)).SelectMany(table => table.Groups["row"].Captures).Select(row => row.Value.Split(" | ")[1])];
        Assert.Equal(IsAboutAnother(page), cells.Length > 5);
        Assert.Equal([], cells.SelectMany(Spans).SelectMany(NamesIn).Where(name => !KnownNames.OfCalls.Contains(name)).Distinct());
    }

    private static bool IsAboutAnother(string page) => page.StartsWith("docs/coming-from/", StringComparison.Ordinal) && !page.EndsWith("README.md", StringComparison.Ordinal);

    private static IEnumerable<string> Spans(string text) => Span().Matches(text).Select(span => span.Groups["code"].Value);

    // Names of a type, a member or a call: BulkResult, BulkResult.Warnings, BatchRows = 500, BulkInsert(rows). SQL and settings are written otherwise, mostly with '_'.
    private static IEnumerable<string> NamesIn(string code)
        => Name().Match(code) is { Success: true } match ? Generics().Replace(match.Groups["path"].Value, "").Split('.').Where(name => name.Any(char.IsLower) && !name.Contains('_')) : [];

    [GeneratedRegex(@"(?<!`)`(?<code>[^`\n]+)`(?!`)")]
    private static partial Regex Span();

    [GeneratedRegex(@"^(?<path>[A-Z]\w+(?:<[\w, ?]+>)?(?:\.[A-Z]\w*(?:<[\w, ?]+>)?)*)(?:\(.*\)| = .*)?$")]
    private static partial Regex Name();

    [GeneratedRegex(@"<[^>]*>")]
    private static partial Regex Generics();

    [GeneratedRegex(@"^\| [^|\n]+ \| here \| [^|\n]+ \|\n\|[-|]+\|\n(?:(?<row>\|[^\n]*)\n)+", RegexOptions.Multiline)]
    private static partial Regex Instead();
}
