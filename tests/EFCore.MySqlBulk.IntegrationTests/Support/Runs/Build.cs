using System.Reflection;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>Properties that the build stored in this assembly.</summary>
internal static class Build
{
    private static readonly string Repository = Property("RepositoryRoot");

    /// <summary>A property.</summary>
    /// <param name="name">Its name in Directory.Build.targets.</param>
    public static string Property(string name)
        => typeof(Build).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(metadata => metadata.Key == name).Value!;

    /// <summary>The path of a file of the repository.</summary>
    /// <param name="file">Its path from the root of the repository.</param>
    public static string PathOf(string file) => Path.Combine(Repository, file);
}
