namespace TestServers;

/// <summary>A server's packages with all the libraries they need, unpacked in a separate folder.</summary>
internal static class DebianPackages
{
    /// <summary>A file in the unpacked folder that names the distribution and suite it came from.</summary>
    public const string SuiteFile = "suite.txt";

    /// <summary>Whether packages can be unpacked here; whether an archive answers shows only then.</summary>
    public static bool CanUnpack => OperatingSystem.IsLinux() && ProgramPath.Has("apt-get") && ProgramPath.Has("dpkg-deb");

    /// <summary>The folder with the unpacked packages; downloads them if no run has done so yet.</summary>
    /// <exception cref="SourceFailedException">This is not Debian or Ubuntu, or its archive cannot be reached.</exception>
    public static async Task<string> EnsureUnpackedAsync(ServerRequest request)
    {
        if (!CanUnpack)
            throw new SourceFailedException("apt-get and dpkg-deb are not here");
        string path = Path.Combine(CacheFolder.Packages, request.Product.UnpackedIn);
        if (Directory.Exists(path))
            return path;

        using FileLock alone = await FileLock.TakeAsync(
            path + ".lock", () => request.Say("waiting for another process that downloads it"), request.CancellationToken).ConfigureAwait(false);
        if (!Directory.Exists(path))
            await DownloadAsync(path, request).ConfigureAwait(false);
        return path;
    }

    // Only a complete folder gets its final name. The remains of interrupted downloads are deleted first, and again when this one is done.
    private static async Task DownloadAsync(string path, ServerRequest request)
    {
        List<string> reasons = [];
        await foreach (AptSource source in AptSource.CandidatesAsync(request).ConfigureAwait(false))
        {
            AptSession apt = new(source, path + ".work", request);
            try
            {
                await apt.OpenAsync().ConfigureAwait(false);
                await apt.UnpackAsync(path + ".unfinished").ConfigureAwait(false);
                Directory.Move(path + ".unfinished", path);
                return;
            }
            catch (SourceFailedException exception)
            {
                reasons.Add($"{source.Suite}: {exception.Message}");
            }
            finally
            {
                apt.Close();
            }
        }
        throw new SourceFailedException(reasons.Count > 0 ? string.Join("; ", reasons) : "apt names no archive of Debian or Ubuntu");
    }
}
