using System.Text.RegularExpressions;
using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

/// <summary>Code that users copy compiles: the C# code in README.md and in docs is also, line by line, in a file that is built.</summary>
public sealed partial class CodeBlockTests
{
    // These packages are used nowhere else in the repository.
    private const string Elsewhere = "// Needs the packages ";

    [Fact]
    public void The_code_of_README_and_of_the_pages_is_in_files_that_compile()
    {
        string[] built = [.. Files("tests/EFCore.MySqlBulk.Tests/Docs", "*.cs").Concat(Files("samples", "*.cs")).Select(file => Lines(RepositoryFiles.Read(file)))];
        int blocks = 0;
        foreach (string page in DocumentationFiles.Pages)
        {
            foreach (Match block in CSharp().Matches(RepositoryFiles.Read(page)))
            {
                blocks++;
                string code = block.Groups["code"].Value;
                Assert.True(
                    code.StartsWith(Elsewhere, StringComparison.Ordinal) || built.Any(file => file.Contains(Lines(code), StringComparison.Ordinal)),
                    $"{page} has code that stands in no file of tests/EFCore.MySqlBulk.Tests/Docs or samples:\n{code}");
            }
        }

        Assert.True(blocks > 10, $"Only {blocks} blocks were found.");
    }

    private static IEnumerable<string> Files(string folder, string pattern)
        => Directory.EnumerateFiles(RepositoryFiles.PathOf(folder), pattern, SearchOption.AllDirectories).Select(path => Path.GetRelativePath(RepositoryFiles.Root, path).Replace('\\', '/'));

    // Pages indent code less than files do.
    private static string Lines(string text) => "\n" + string.Concat(text.Trim().Split('\n').Select(line => line.Trim() + "\n"));

    [GeneratedRegex(@"^```csharp\n(?<code>.*?)^```$", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex CSharp();
}
