using System.Diagnostics;

namespace TestServers;

/// <summary>A program that is run to its end; it also ends when this process does.</summary>
internal sealed record ExternalCommand(string Program, IReadOnlyList<string> Arguments)
{
    public string Folder { get; init; } = "";

    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>A file given to the program as its input.</summary>
    public string InputFile { get; init; } = "";

    public TimeSpan TimeLimit { get; init; } = TimeSpan.FromMinutes(1);

    /// <exception cref="SourceFailedException">The program does not exist, or does not end in time.</exception>
    public async Task<CommandResult> RunAsync(CancellationToken cancellationToken)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(TimeLimit);
        using Process process = Start();
        using IDisposable atExit = ExitActions.Add(() => End(process));
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(limit.Token);
            Task<string> error = process.StandardError.ReadToEndAsync(limit.Token);
            await process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
            return new CommandResult(process.ExitCode, await output.ConfigureAwait(false), await error.ConfigureAwait(false));
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new SourceFailedException($"{Program} did not end within {TimeLimit.TotalSeconds:0} s");
        }
        finally
        {
            End(process);
            Watcher.Dismiss(process);
        }
    }

    private Process Start()
    {
        ProcessStartInfo start = new() { RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = Folder };
        start.Environment["LC_ALL"] = "C"; // Messages are read and repeated in English.
        foreach ((string name, string value) in Environment)
            start.Environment[name] = value;
        return Watcher.Start(start, Program, Arguments, InputFile);
    }

    private static void End(Process process)
    {
        try
        {
            process.Kill();
            process.WaitForExit(TimeSpan.FromSeconds(5));
        }
        catch (InvalidOperationException)
        {
            // It has already ended.
        }
    }
}
