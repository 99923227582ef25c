using System.ComponentModel;
using System.Diagnostics;

namespace EFCore.MySqlBulk.Benchmarks.ThreeRows;

/// <summary>A program that is run to its end.</summary>
internal static class ExternalProgram
{
    /// <summary>What it printed.</summary>
    /// <exception cref="LoopUnavailableException">The program does not exist, or failed.</exception>
    public static async Task<string> RunAsync(
        string file, IEnumerable<string> arguments, CancellationToken token, params (string Name, string Value)[] variables)
    {
        ProcessStartInfo start = new(file, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach ((string name, string value) in variables)
            start.Environment[name] = value;
        using Process process = Start(start);
        using CancellationTokenRegistration end = token.Register(process.Kill);
        Task<string> error = process.StandardError.ReadToEndAsync(CancellationToken.None);
        string output = await process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        await process.WaitForExitAsync(CancellationToken.None);
        token.ThrowIfCancellationRequested();
        return process.ExitCode == 0 ? output : throw new LoopUnavailableException($"{file} failed: {(await error).Trim()}");
    }

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new LoopUnavailableException($"{start.FileName}: {exception.Message}");
        }
    }
}
