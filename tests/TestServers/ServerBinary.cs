using System.Text.RegularExpressions;

namespace TestServers;

/// <summary>A server program and what it needs on its command line wherever its data is.</summary>
internal sealed partial record ServerBinary
{
    public required ServerKind Kind { get; init; }

    /// <summary>The server itself, also when another program (a loader) starts it.</summary>
    public required string Path { get; init; }

    /// <summary>The program to start: the server, or the loader that came with it.</summary>
    public required string Program { get; init; }

    /// <summary>Arguments of the loader, the server's path among them; none when the server is started directly.</summary>
    public IReadOnlyList<string> LoaderArguments { get; init; } = [];

    /// <summary>The folder of the server's own files; empty for an installed server, which knows it.</summary>
    public IReadOnlyList<string> FolderArguments { get; init; } = [];

    public string Version { get; init; } = "";

    /// <summary>A sentence that says where the program came from.</summary>
    public required string Origin { get; init; }

    /// <summary>The folder above sbin or bin.</summary>
    public string Root => System.IO.Path.GetDirectoryName(System.IO.Path.GetDirectoryName(Path))!;

    /// <summary>Arguments that every call begins with: no option file of this machine is read.</summary>
    public IReadOnlyList<string> CommonArguments =>
        [.. LoaderArguments, "--no-defaults", .. FolderArguments, .. Kind is ServerKind.MySql ? MySqlArguments : [], .. UserArguments];

    private static string[] MySqlArguments { get; } =
    [
        "--secure-file-priv=NULL", // The built-in folder does not exist, and the server would not start.
        "--mysqlx=OFF",
    ];

    // Both servers refuse to run as root unless told so.
    private static string[] UserArguments { get; } = OperatingSystem.IsWindows() || !Environment.IsPrivilegedProcess ? [] : ["--user=root"];

    /// <summary>An installed server.</summary>
    public static Task<ServerBinary> AtAsync(string path, ServerRequest request) =>
        new ServerBinary { Kind = request.Kind, Path = path, Program = path, Origin = $"installed as {path}" }.WithVersionAsync(request);

    /// <summary>Asks the program what it is.</summary>
    /// <exception cref="SourceFailedException">It does not run, is the other kind of server, or has not the version that is asked for.</exception>
    public async Task<ServerBinary> WithVersionAsync(ServerRequest request)
    {
        CommandResult result = await new ExternalCommand(Program, [.. LoaderArguments, "--no-defaults", "--version"])
            .RunAsync(request.CancellationToken).ConfigureAwait(false);
        Match match = VersionPattern().Match(result.Output);
        if (!match.Success)
            throw new SourceFailedException($"{Path} --version says \"{result.LastLine}\"");
        if (match.Value.Contains("MariaDB", StringComparison.OrdinalIgnoreCase) != (Kind is ServerKind.MariaDb))
            throw new SourceFailedException($"{Path} is another server ({match.Groups[1].Value})");
        if (request.Product.OnlyVersion is { } only && !match.Groups[1].Value.StartsWith(only, StringComparison.Ordinal))
            throw new SourceFailedException($"{Path} has another version ({match.Groups[1].Value})");
        return this with { Version = match.Groups[1].Value };
    }

    [GeneratedRegex(@"Ver\s+(\d+\.\d+\.\d+\S*)")]
    private static partial Regex VersionPattern();
}
