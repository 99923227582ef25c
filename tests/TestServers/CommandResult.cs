namespace TestServers;

/// <summary>What a finished program left behind.</summary>
internal sealed record CommandResult(int ExitCode, string Output, string Error)
{
    public bool Succeeded => ExitCode == 0;

    /// <summary>The last thing it said, which is where programs put their reason.</summary>
    public string LastLine =>
        (Error + "\n" + Output).Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries) is [..] lines
            ? lines.LastOrDefault(line => line.StartsWith("E:", StringComparison.Ordinal)) ?? lines.LastOrDefault($"exit code {ExitCode}")
            : "";
}
