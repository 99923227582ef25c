namespace TestServers;

/// <summary>The PATH of this process.</summary>
internal static class ProgramPath
{
    public static IEnumerable<string> Folders() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Whether a program exists, by its name or by its full path.</summary>
    public static bool Has(string program)
    {
        if (Path.IsPathRooted(program))
            return File.Exists(program);
        string file = OperatingSystem.IsWindows() ? program + ".exe" : program;
        return Folders().Any(folder => File.Exists(Path.Combine(folder, file)));
    }
}
