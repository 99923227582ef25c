using System.Reflection;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>The repository that the tests were built in.</summary>
internal static class Repository
{
    private static readonly string Root = typeof(Repository).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(about => about.Key == "RepositoryRoot").Value!;

    /// <summary>The path of a file.</summary>
    /// <param name="file">Its path from the root of the repository.</param>
    public static string PathOf(string file) => Path.Combine(Root, file);
}
