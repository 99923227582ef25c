namespace TestServers;

/// <summary>Finds installed server programs.</summary>
internal static class InstalledDaemons
{
    private static readonly string[] UnixFolders =
    [
        "/usr/sbin", "/usr/local/sbin", "/usr/libexec", "/usr/local/libexec", "/usr/local/mysql/bin",
        "/opt/homebrew/bin", "/opt/homebrew/opt/mysql/bin", "/opt/homebrew/opt/mariadb@10.11/bin", "/opt/homebrew/opt/mariadb/bin",
        "/usr/local/opt/mysql/bin", "/usr/local/opt/mariadb@10.11/bin", "/usr/local/opt/mariadb/bin",
    ];

    /// <summary>Existing programs by their real paths, each once: mysqld is often a link to mariadbd.</summary>
    public static IEnumerable<string> Find(ServerProduct product)
    {
        string suffix = OperatingSystem.IsWindows() ? ".exe" : "";
        return (from folder in Folders()
                from daemon in product.Daemons
                let path = Path.Combine(folder, daemon + suffix)
                where File.Exists(path)
                select File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName ?? path).Distinct();
    }

    private static IEnumerable<string> Folders() =>
        ProgramPath.Folders().Concat(OperatingSystem.IsWindows() ? WindowsFolders() : UnixFolders);

    private static IEnumerable<string> WindowsFolders()
    {
        string programs = Environment.GetFolderPath(Environment.SpecialFolder.ProgramFiles);
        string[] parents = [Path.Combine(programs, "MySQL"), programs];
        return from parent in parents
               where Directory.Exists(parent)
               from folder in Directory.EnumerateDirectories(parent, "M*")
               select Path.Combine(folder, "bin");
    }
}
