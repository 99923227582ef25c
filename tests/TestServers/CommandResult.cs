namespace TestServers;

/// <summary>The exit code and the output of a finished program.</summary>
internal sealed record CommandResult(int ExitCode, string Output, string Error)
{
    public bool Succeeded => ExitCode == 0;

    /// <summary>The last line of its output, where programs put the reason for a failure.</summary>
    public string LastLine =>
        (Error + "\n" + Output).Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries) is [..] lines
            ? lines.LastOrDefault(line => line.StartsWith("E:", StringComparison.Ordinal)) ?? lines.LastOrDefault($"exit code {ExitCode}")
            : "";
}
