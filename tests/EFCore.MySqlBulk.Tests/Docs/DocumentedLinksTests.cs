using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>A link in a page leads to a file of the repository, and to a heading that is in it.</summary>
public sealed partial class DocumentedLinksTests
{
    public static TheoryData<string> Pages => [.. DocumentationFiles.All];

    [Theory]
    [MemberData(nameof(Pages))]
    public void A_link_leads_somewhere(string page) => Assert.Equal([], Link().Matches(DocumentationFiles.TextOf(page)).Select(link => link.Groups["target"].Value).Where(target => !Leads(page, target)));

    private static bool Leads(string page, string target)
    {
        string[] parts = target.Split('#');
        string path = parts[0].Length == 0 ? RepositoryFiles.PathOf(page) : Path.GetFullPath(Path.Combine(Path.GetDirectoryName(RepositoryFiles.PathOf(page))!, parts[0]));
        return (File.Exists(path) || Directory.Exists(path)) && (parts.Length == 1 || Anchors(File.ReadAllText(path)).Contains(parts[1]));
    }

    // As GitHub makes them of headings.
    private static IEnumerable<string> Anchors(string text)
        => Heading().Matches(text.ReplaceLineEndings("\n")).Select(heading => NotInAnchors().Replace(heading.Groups["text"].Value.ToLowerInvariant(), "").Replace(' ', '-'));

    [GeneratedRegex(@"\]\((?!https?:)(?<target>[^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"^#+ (?<text>.+)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NotInAnchors();
}
