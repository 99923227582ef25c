namespace TestServers;

/// <summary>This machine's apt settings (a proxy, say) with every folder moved.</summary>
internal static class AptConfiguration
{
    /// <param name="folder">The folder for lists, cache and state.</param>
    /// <param name="machine">What apt-config dump printed.</param>
    public static string In(string folder, string machine)
    {
        // Hooks that run after an update are for the machine itself: they refresh its desktop and empty its cache.
        IEnumerable<string> kept = machine.Split('\n').Where(line =>
            !line.Split(' ')[0].Contains("-Invoke", StringComparison.Ordinal) && !line.StartsWith("DPkg::", StringComparison.Ordinal));
        return string.Join('\n', kept) +
            $"""

            Dir::Etc::Main "/dev/null";
            Dir::Etc::Parts "/dev/null";
            Dir::Etc::SourceList "{folder}/sources.list";
            Dir::Etc::SourceParts "/dev/null";
            Dir::Etc::Preferences "/dev/null";
            Dir::Etc::PreferencesParts "/dev/null";
            Dir::State "{folder}";
            Dir::State::Lists "{folder}/lists";
            Dir::State::Status "{folder}/status";
            Dir::Cache "{folder}/cache";
            Dir::Log "{folder}";
            Acquire::Languages "none";
            APT::Sandbox::User "root";

            """;
    }
}
