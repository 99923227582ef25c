using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>The pages of the repository.</summary>
internal static partial class DocumentationFiles
{
    /// <summary>All pages that are in no folder of code.</summary>
    public static IReadOnlyList<string> All { get; } =
    [
        "README.md", "CHANGELOG.md", "CONTRIBUTING.md",
        .. Directory.EnumerateFiles(RepositoryFiles.PathOf("docs"), "*.md", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(RepositoryFiles.Root, path).Replace('\\', '/'))
            .Order(StringComparer.Ordinal),
    ];

    /// <summary>Those for users: all but those about how the library is built.</summary>
    public static IReadOnlyList<string> Pages { get; } =
    [
        .. All.Where(page => !page.StartsWith("docs/decisions/", StringComparison.Ordinal) && page is not ("docs/flow.md" or "docs/micro-benchmarks.md" or "docs/words.md" or "CHANGELOG.md" or "CONTRIBUTING.md")),
    ];

    /// <summary>The page without its blocks of code.</summary>
    public static string TextOf(string page) => Block().Replace(RepositoryFiles.Read(page), "");

    [GeneratedRegex(@"^```.*?^```$", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Block();
}
