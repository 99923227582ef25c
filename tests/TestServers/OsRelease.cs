namespace TestServers;

/// <summary>The name and release of this Linux distribution.</summary>
/// <param name="Distribution">debian or ubuntu; another distribution counts as the one it is derived from.</param>
/// <param name="Codename">The release, or an empty text if it has none.</param>
internal sealed record OsRelease(string Distribution, string Codename)
{
    private const string File = "/etc/os-release";

    public static OsRelease Read()
    {
        Dictionary<string, string> values = Values();
        string family = $"{values.GetValueOrDefault("ID")} {values.GetValueOrDefault("ID_LIKE")}";
        bool ubuntu = family.Contains("ubuntu", StringComparison.Ordinal);
        string codename = values.GetValueOrDefault(ubuntu ? "UBUNTU_CODENAME" : "VERSION_CODENAME") ?? values.GetValueOrDefault("VERSION_CODENAME", "");
        return new OsRelease(ubuntu ? "ubuntu" : "debian", codename);
    }

    private static Dictionary<string, string> Values() =>
        !System.IO.File.Exists(File) ? [] : System.IO.File.ReadLines(File)
            .Select(line => line.Split('=', 2))
            .Where(pair => pair.Length == 2)
            .DistinctBy(pair => pair[0])
            .ToDictionary(pair => pair[0], pair => pair[1].Trim('"'));
}
