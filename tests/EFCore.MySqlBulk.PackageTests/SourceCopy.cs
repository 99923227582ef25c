namespace EFCore.MySqlBulk.PackageTests;

/// <summary>A copy of the package's sources in a separate folder, with the .git folder of a clone whose remote is on GitHub.</summary>
internal static class SourceCopy
{
    public const string Remote = "https://github.com/an-owner/a-fork";
    public const string Commit = "0123456789abcdef0123456789abcdef01234567";

    private static readonly string[] Files = ["Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props", "global.json", ".editorconfig", "README.md", "CHANGELOG.md"];

    public static void Write(string folder)
    {
        foreach (string file in Files)
            Copy(Path.Combine(Build.Repository, file), Path.Combine(folder, file));
        foreach (string part in (string[])["src", "docs/assets"])
            foreach (string file in Directory.EnumerateFiles(Path.Combine(Build.Repository, part), "*", SearchOption.AllDirectories))
                Copy(file, Path.Combine(folder, Path.GetRelativePath(Build.Repository, file)));
        CopyFeeds(folder);
        WriteClone(Path.Combine(folder, ".git"));
    }

    /// <summary>The feeds that the repository's folder configures, if it does.</summary>
    public static void CopyFeeds(string folder)
    {
        foreach (string file in Directory.EnumerateFiles(Build.Repository, "nuget.config", new EnumerationOptions { MatchCasing = MatchCasing.CaseInsensitive }))
            Copy(file, Path.Combine(folder, Path.GetFileName(file)));
    }

    public static void Copy(string from, string to)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(to)!);
        File.Copy(from, to);
    }

    private static void WriteClone(string git)
    {
        Directory.CreateDirectory(Path.Combine(git, "refs/heads"));
        Directory.CreateDirectory(Path.Combine(git, "objects"));
        File.WriteAllText(Path.Combine(git, "HEAD"), "ref: refs/heads/main\n");
        File.WriteAllText(Path.Combine(git, "refs/heads/main"), Commit + "\n");
        File.WriteAllText(Path.Combine(git, "config"), $"[core]\n\trepositoryformatversion = 0\n[remote \"origin\"]\n\turl = {Remote}.git\n");
    }
}
