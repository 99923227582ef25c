namespace EFCore.MySqlBulk.IntegrationTests.Support.Runs;

/// <summary>The repository that the tests run in.</summary>
internal static class Repository
{
    /// <summary>The path of a file.</summary>
    /// <param name="file">Its path from the root of the repository.</param>
    public static string PathOf(string file) => Path.Combine(RootAbove(AppContext.BaseDirectory), file);

    private static string RootAbove(string directory)
        => File.Exists(Path.Combine(directory, "EFCore.MySqlBulk.sln")) ? directory
            : RootAbove(Path.GetDirectoryName(directory) ?? throw new FileNotFoundException("The tests do not run in the repository."));
}
