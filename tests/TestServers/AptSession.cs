using System.Globalization;

namespace TestServers;

/// <summary>
/// apt with its own lists, cache and state: the machine's are neither read nor changed, so an ordinary user can run it, and an empty list of
/// installed packages makes apt list every library the server needs.
/// </summary>
internal sealed class AptSession(AptSource source, string folder, ServerRequest request)
{
    private const double Megabyte = 1e6;

    // Needed by the server's scripts, not by the server.
    private static readonly string[] Unneeded = ["perl", "libperl", "libgdbm", "libdb5", "libc-gconv", "openssl-provider"];

    private string Configuration => Path.Combine(folder, "apt.conf");

    private string Downloads => Path.Combine(folder, "downloads");

    /// <summary>Fetches the lists of the suite.</summary>
    public async Task OpenAsync()
    {
        Close();
        Directory.CreateDirectory(Path.Combine(folder, "lists", "partial"));
        Directory.CreateDirectory(Path.Combine(folder, "cache", "archives", "partial"));
        Directory.CreateDirectory(Downloads);
        await File.WriteAllTextAsync(Path.Combine(folder, "status"), "").ConfigureAwait(false);
        await File.WriteAllTextAsync(Path.Combine(folder, "sources.list"), source.Line + "\n").ConfigureAwait(false);
        CommandResult dump = await new ExternalCommand("apt-config", ["dump"]).RunAsync(request.CancellationToken).ConfigureAwait(false);
        await File.WriteAllTextAsync(Configuration, AptConfiguration.In(folder, dump.Output)).ConfigureAwait(false);
        request.Say($"reading the package lists of {source.Distribution} {source.Suite}");
        // By default apt only warns if an archive does not answer.
        await RunAsync("apt-get", "update", "-qq", "-o", "APT::Update::Error-Mode=any").ConfigureAwait(false);
    }

    /// <summary>Downloads the server and its libraries and unpacks them.</summary>
    public async Task UnpackAsync(string target)
    {
        AptPackage[] packages = [.. (await ClosureAsync().ConfigureAwait(false)).Where(package => !Unneeded.Any(package.Name.StartsWith))];
        long bytes = packages.Sum(package => package.Bytes);
        request.Say(string.Create(CultureInfo.InvariantCulture, $"downloading {packages.Length} packages, {bytes / Megabyte:0} MB"));
        await DownloadAsync([.. packages.Select(package => package.Name), .. request.Product.Plugins], bytes).ConfigureAwait(false);

        request.Say("unpacking");
        FolderDeletion.Delete(target);
        Directory.CreateDirectory(target);
        foreach (string file in Directory.EnumerateFiles(Downloads, "*.deb"))
            await RunAsync("dpkg-deb", "--extract", file, target).ConfigureAwait(false);
        await File.WriteAllTextAsync(Path.Combine(target, DebianPackages.SuiteFile), $"{source.Distribution} {source.Suite}").ConfigureAwait(false);
    }

    /// <summary>Deletes lists and downloads.</summary>
    public void Close() => FolderDeletion.Delete(folder);

    private async Task<IEnumerable<AptPackage>> ClosureAsync()
    {
        CommandResult result = await RunAsync("apt-get", ["install", "--no-install-recommends", "--print-uris", "-y", .. request.Product.Packages])
            .ConfigureAwait(false);
        return AptPackage.Parse(result.Output);
    }

    private async Task DownloadAsync(string[] names, long bytes)
    {
        Task<CommandResult> download = RunAsync("apt-get", ["download", "-q", .. names]);
        while (await Task.WhenAny(download, Task.Delay(3000, request.CancellationToken)).ConfigureAwait(false) != download
            && !request.CancellationToken.IsCancellationRequested)
        {
            long here = new DirectoryInfo(folder).EnumerateFiles("*.deb", SearchOption.AllDirectories).Sum(file => file.Exists ? file.Length : 0);
            request.Say(string.Create(CultureInfo.InvariantCulture, $"{here / Megabyte:0} of {bytes / Megabyte:0} MB"));
        }
        await download.ConfigureAwait(false);
    }

    private async Task<CommandResult> RunAsync(string program, params string[] arguments)
    {
        ExternalCommand command = new(program, arguments)
        {
            Folder = Downloads,
            Environment = new Dictionary<string, string> { ["APT_CONFIG"] = Configuration },
            TimeLimit = TimeSpan.FromMinutes(15),
        };
        CommandResult result = await command.RunAsync(request.CancellationToken).ConfigureAwait(false);
        return result.Succeeded ? result : throw new SourceFailedException($"{program} {arguments[0]} failed ({result.LastLine})");
    }
}
