using System.Reflection;

namespace EFCore.MySqlBulk.Tests.Repository;

/// <summary>The files of the repository that the tests were built from.</summary>
internal static class RepositoryFiles
{
    public static string Root { get; } = Metadata("RepositoryRoot");

    public static string PathOf(string relative) => Path.Combine(Root, relative.Replace('/', Path.DirectorySeparatorChar));

    public static string Read(string relative) => File.ReadAllText(PathOf(relative)).ReplaceLineEndings("\n");

    /// <summary>What the build noted down in this assembly.</summary>
    public static string Metadata(string key)
        => typeof(RepositoryFiles).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(a => a.Key == key).Value!;
}
