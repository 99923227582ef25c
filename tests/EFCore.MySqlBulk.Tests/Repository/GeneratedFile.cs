namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>A generated file: tests compare it with its expected content, or rewrite it with <c>UPDATE_DOCS=1</c>.</summary>
internal static class GeneratedFile
{
    public static void Check(string relative, string expected)
    {
        string path = RepositoryFiles.PathOf(relative);
        if (Environment.GetEnvironmentVariable("UPDATE_DOCS") == "1")
            File.WriteAllText(path, expected);
        string found = File.Exists(path) ? RepositoryFiles.Read(relative) : "";
        Assert.True(
            found == expected,
            $"{relative} is not what the code says{FirstDifference(found, expected)}. Run the tests with UPDATE_DOCS=1 in the environment, and review the change.");
    }

    private static string FirstDifference(string found, string expected)
    {
        string[] lines = found.Split('\n');
        string[] should = expected.Split('\n');
        int line = Enumerable.Range(0, Math.Max(lines.Length, should.Length)).FirstOrDefault(i => i >= lines.Length || i >= should.Length || lines[i] != should[i]);
        return $" (line {line + 1} is '{lines.ElementAtOrDefault(line)}', should be '{should.ElementAtOrDefault(line)}')";
    }
}
