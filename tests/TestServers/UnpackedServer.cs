namespace TestServers;

/// <summary>
/// A server in a folder of unpacked packages. It is started with the loader and the libraries in that folder, because those of this
/// machine may be too old.
/// </summary>
internal static class UnpackedServer
{
    public static ServerBinary In(string root, ServerProduct product)
    {
        string usr = Path.Combine(root, "usr");
        string server = product.Daemons.Select(daemon => Path.Combine(usr, "sbin", daemon)).FirstOrDefault(File.Exists)
            ?? throw new SourceFailedException($"no {product.Daemons[0]} among the packages unpacked in {root}");
        string[] libraries = [.. LibraryFolders(root)];
        string loader = libraries.SelectMany(folder => Directory.EnumerateFiles(folder, "ld-linux*.so.*")).FirstOrDefault()
            ?? throw new SourceFailedException($"no loader among the packages unpacked in {root}");
        string files = Path.Combine(usr, "share", Directory.Exists(Path.Combine(usr, "share", "mysql", "charsets")) ? "mysql" : "mariadb");
        return new ServerBinary
        {
            Kind = product.Kind,
            Path = server,
            Program = loader,
            LoaderArguments = ["--library-path", string.Join(':', libraries), server],
            FolderArguments =
            [
                $"--basedir={usr}",
                $"--lc-messages-dir={files}",
                $"--plugin-dir={Path.Combine(usr, "lib", "mysql", "plugin")}",
                // The server has a path below /usr compiled in.
                $"--character-sets-dir={Path.Combine(files, "charsets")}",
            ],
            Origin = $"from the packages of {File.ReadAllText(Path.Combine(root, DebianPackages.SuiteFile))}, unpacked in {root}",
        };
    }

    private static IEnumerable<string> LibraryFolders(string root)
    {
        string[] parents = [Path.Combine(root, "usr", "lib"), Path.Combine(root, "lib")];
        return parents.Where(Directory.Exists)
            .SelectMany(parent => Directory.EnumerateDirectories(parent, "*-linux-gnu*"))
            .Append(Path.Combine(root, "usr", "lib", "mysql", "private"))
            .Where(Directory.Exists);
    }
}
