namespace TestServers;

/// <summary>The PATH of this process.</summary>
internal static class ProgramPath
{
    public static IEnumerable<string> Folders() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);

    public static bool Has(string program)
    {
        string file = OperatingSystem.IsWindows() ? program + ".exe" : program;
        return Folders().Any(folder => File.Exists(Path.Combine(folder, file)));
    }
}
