using System.ComponentModel;
using System.Diagnostics;

namespace TestServers;

/// <summary>A program that is run to its end; it is ended too when this process is.</summary>
internal sealed record ExternalCommand(string Program, IReadOnlyList<string> Arguments)
{
    public string? Folder { get; init; }

    public IReadOnlyDictionary<string, string> Environment { get; init; } = new Dictionary<string, string>();

    /// <summary>Text files given to the program as its input, one after the other.</summary>
    public string Input { get; init; } = "";

    public TimeSpan TimeLimit { get; init; } = TimeSpan.FromMinutes(1);

    /// <exception cref="WayClosedException">The program is not there, or does not come to its end in time.</exception>
    public async Task<CommandResult> RunAsync(CancellationToken cancellationToken)
    {
        using Process process = Start();
        using IDisposable atExit = ExitActions.Add(() => End(process));
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(TimeLimit);
        try
        {
            Task<string> output = process.StandardOutput.ReadToEndAsync(limit.Token);
            Task<string> error = process.StandardError.ReadToEndAsync(limit.Token);
            await GiveInputAsync(process, limit.Token).ConfigureAwait(false);
            await process.WaitForExitAsync(limit.Token).ConfigureAwait(false);
            return new CommandResult(process.ExitCode, await output.ConfigureAwait(false), await error.ConfigureAwait(false));
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            throw new WayClosedException($"{Program} did not end within {TimeLimit.TotalSeconds:0} s");
        }
        finally
        {
            End(process);
        }
    }

    private Process Start()
    {
        ProcessStartInfo start = new(Program, Arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            CreateNoWindow = true,
            WorkingDirectory = Folder ?? "",
        };
        start.Environment["LC_ALL"] = "C"; // Messages are read and repeated in English.
        foreach ((string name, string value) in Environment)
            start.Environment[name] = value;
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new WayClosedException($"{Program} cannot be run ({exception.Message})", exception);
        }
    }

    private async Task GiveInputAsync(Process process, CancellationToken cancellationToken)
    {
        try
        {
            await process.StandardInput.WriteAsync(Input.AsMemory(), cancellationToken).ConfigureAwait(false);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The program ended without reading everything; its exit code tells why.
        }
    }

    private static void End(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (InvalidOperationException)
        {
            // It has ended already.
        }
    }
}
