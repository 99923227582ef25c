using System.Text.RegularExpressions;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>A source file of the library, without its comments and strings.</summary>
internal sealed partial class SourceFile
{
    public const string Library = "src/EFCore.MySqlBulk";

    private SourceFile(string path)
    {
        Path = path;
        Code = Noise().Replace(RepositoryFiles.Read($"{Library}/{path}"), "");
    }

    /// <summary>The path below the library's folder, with slashes.</summary>
    public string Path { get; }

    public string Code { get; }

    /// <summary>The top folder; empty for the root.</summary>
    public string Folder => Path.Contains('/', StringComparison.Ordinal) ? Path[..Path.IndexOf('/', StringComparison.Ordinal)] : "";

    public static IReadOnlyList<SourceFile> All { get; } = Read();

    /// <summary>The file at a path below the library's folder.</summary>
    public static SourceFile Of(string path) => All.Single(file => file.Path == path);

    /// <summary>Whether the code contains the name as a whole word.</summary>
    public bool Names(string word) => Regex.IsMatch(Code, $@"\b{Regex.Escape(word)}\b");

    private static List<SourceFile> Read()
    {
        string root = RepositoryFiles.PathOf(Library);
        return
        [
            .. Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories)
                .Select(file => System.IO.Path.GetRelativePath(root, file).Replace('\\', '/'))
                .Where(path => !path.StartsWith("obj/", StringComparison.Ordinal) && !path.StartsWith("bin/", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal)
                .Select(path => new SourceFile(path)),
        ];
    }

    // Comments and strings. The code inside interpolated strings is lost too, but there is little of it.
    [GeneratedRegex("""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'""", RegexOptions.Singleline)]
    private static partial Regex Noise();
}
