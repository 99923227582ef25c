using EFCore.MySqlBulk.Tests.Repository;

namespace EFCore.MySqlBulk.Tests.Docs;

public sealed class ReadmeTests
{
    private const string Example = "tests/EFCore.MySqlBulk.Tests/Docs/ReadmeExample.cs";

    [Fact]
    public void The_first_example_is_one_that_compiles()
        => Assert.Equal(Compiled(), FirstBlock(RepositoryFiles.Read("README.md")));

    [Fact]
    public void It_has_at_most_120_lines() => Assert.InRange(RepositoryFiles.Read("README.md").Count(c => c == '\n'), 1, 120);

    private static string FirstBlock(string page) => Between(page, "```csharp\n", "```");

    private static string Compiled()
    {
        string[] lines = Between(RepositoryFiles.Read(Example), "// begin of the example\n", "// end of the example").TrimEnd().Split('\n');
        int indent = lines.Where(line => line.Length > 0).Min(line => line.Length - line.TrimStart().Length);
        return string.Concat(lines.Select(line => (line.Length > indent ? line[indent..] : "") + "\n"));
    }

    private static string Between(string text, string begin, string end)
    {
        int from = text.IndexOf(begin, StringComparison.Ordinal);
        Assert.True(from >= 0, $"There is no '{begin.Trim()}'.");
        from += begin.Length;
        return text[from..text.IndexOf(end, from, StringComparison.Ordinal)];
    }
}
