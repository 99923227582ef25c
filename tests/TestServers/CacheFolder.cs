namespace TestServers;

/// <summary>Where unpacked servers, template data and the data of running servers are kept: outside the source tree, per user.</summary>
internal static class CacheFolder
{
    public const string Variable = "MYSQLBULK_SERVER_CACHE";

    private static readonly Lazy<string> Chosen = new(FirstUsable);

    public static string Packages => Folder("packages");

    public static string Templates => Folder("templates");

    /// <summary>One folder per running server. On the same disk as the rest, because /tmp is often memory and would flatter timings.</summary>
    public static string Running => Folder("running");

    private static string Folder(string name) => CreatePrivate(Path.Combine(Chosen.Value, name));

    private static string FirstUsable()
    {
        string? chosen = Environment.GetEnvironmentVariable(Variable);
        if (!string.IsNullOrWhiteSpace(chosen))
            return CreatePrivate(Path.GetFullPath(chosen));
        try
        {
            return CreatePrivate(Path.Combine(UserCache(), "efcore-mysqlbulk", "servers"));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Service accounts have no home.
            return CreatePrivate(Path.Combine(Path.GetTempPath(), $"efcore-mysqlbulk-{Environment.UserName}", "servers"));
        }
    }

    private static string UserCache()
    {
        if (OperatingSystem.IsWindows())
            return Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData);
        string? cache = Environment.GetEnvironmentVariable("XDG_CACHE_HOME");
        return Path.IsPathRooted(cache) ? cache : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".cache");
    }

    // A file in this folder contains root's password.
    private static string CreatePrivate(string path) =>
        OperatingSystem.IsWindows()
            ? Directory.CreateDirectory(path).FullName
            : Directory.CreateDirectory(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute).FullName;
}
