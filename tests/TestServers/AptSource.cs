namespace TestServers;

/// <summary>An archive this machine's apt already uses, and the suite of it that has the server.</summary>
internal sealed record AptSource(string Address, string Suite, string Distribution)
{
    private static readonly string[] KeyringFolders = ["/usr/share/keyrings", "/etc/apt/keyrings"];

    /// <summary>The line of a source list. Signatures are checked with the distribution's keys.</summary>
    public string Line => Keyring is string keyring ? $"deb [signed-by={keyring}] {Address} {Suite} main" : $"deb {Address} {Suite} main";

    private string? Keyring =>
        KeyringFolders.Select(folder => Path.Combine(folder, $"{Distribution}-archive-keyring.gpg")).FirstOrDefault(File.Exists);

    /// <summary>The sources worth trying, the wanted version first. Without release info apt answers only from its source lists.</summary>
    public static async IAsyncEnumerable<AptSource> CandidatesAsync(ServerRequest request)
    {
        OsRelease system = OsRelease.Read();
        CommandResult result = await new ExternalCommand(
            "apt-get", ["indextargets", "--no-release-info", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages"])
            .RunAsync(request.CancellationToken).ConfigureAwait(false);
        string[] addresses = [.. MainArchives(result.Output, system.Codename)];
        foreach (string suite in Suites(request.Product, system))
        {
            foreach (string address in addresses)
                yield return new AptSource(address, suite, system.Distribution);
        }
    }

    // If the suite that has the version is gone, the one of this machine's own release, which the server's origin then names.
    private static IEnumerable<string> Suites(ServerProduct product, OsRelease system)
    {
        string wanted = system.Distribution == "ubuntu" ? product.UbuntuSuite : product.DebianSuite;
        return new[] { wanted, system.Codename }.Where(suite => suite.Length > 0).Distinct();
    }

    // A line is "address release component"; security, updates and backports are archives or releases of their own, with a dash in their name.
    private static IEnumerable<string> MainArchives(string targets, string codename) =>
        (from line in targets.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries)
         let words = line.Split(' ')
         where words.Length == 3 && words[2] == "main" && !words[1].Contains('-')
         orderby words[1] == codename descending
         select words[0]).Distinct();
}
