using System.ComponentModel;
using System.Diagnostics;

namespace EFCore.MySqlBulk.Benchmarks;

/// <summary>A program that is run to its end.</summary>
internal static class ExternalProgram
{
    /// <summary>What it printed.</summary>
    /// <exception cref="ProgramFailedException">The program does not exist, or failed.</exception>
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
        return process.ExitCode == 0 ? output : throw new ProgramFailedException($"{file} failed: {(await error).Trim()}");
    }

    /// <summary>This program.</summary>
    public static string OwnPath()
    {
        string name = typeof(ExternalProgram).Assembly.GetName().Name!;
        return Path.Combine(AppContext.BaseDirectory, OperatingSystem.IsWindows() ? name + ".exe" : name);
    }

    private static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new ProgramFailedException($"{start.FileName}: {exception.Message}");
        }
    }
}
