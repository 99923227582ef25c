using System.Diagnostics;
using System.Reflection;
using System.Text.RegularExpressions;

namespace Web.Tests;

/// <summary>The sample, running as a separate process on a free port.</summary>
internal sealed partial class WebProgram : IAsyncDisposable
{
    private readonly Process _process;
    private readonly TaskCompletionSource<Uri> _address = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<string> _output = [];

    private WebProgram(Process process)
    {
        _process = process;
        process.EnableRaisingEvents = true;
        process.OutputDataReceived += (_, line) => Hear(line.Data);
        process.ErrorDataReceived += (_, line) => Hear(line.Data);
        process.Exited += (_, _) => _address.TrySetException(new InvalidOperationException($"The sample has ended:\n{Output}"));
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Kill();
    }

    public Uri Address => _address.Task.Result;

    public string Output
    {
        get
        {
            lock (_output)
                return string.Join('\n', _output);
        }
    }

    private static string RepositoryRoot { get; } = typeof(WebProgram).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>()
        .Single(metadata => metadata.Key == "RepositoryRoot").Value!;

    /// <param name="connectionString">The database; null lets the sample start its own server.</param>
    public static async Task<WebProgram> StartAsync(string? connectionString)
    {
        // The outputs of all projects are next to each other: bin/Web.Tests/debug, bin/Web/debug.
        DirectoryInfo tests = new(Path.TrimEndingDirectorySeparator(AppContext.BaseDirectory));
        ProcessStartInfo start = new("dotnet", [Path.Combine(tests.Parent!.Parent!.FullName, "Web", tests.Name, "Web.dll"), "--urls", "http://127.0.0.1:0"])
        {
            WorkingDirectory = Path.Combine(RepositoryRoot, "samples", "Web"),
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            // A hanging request keeps the program from ending for this long, which a test notices.
            Environment = { ["DOTNET_shutdownTimeoutSeconds"] = "600" },
        };
        if (connectionString is not null)
            start.Environment["ConnectionStrings__Cities"] = connectionString;
        WebProgram program = new(Process.Start(start)!);
        program._process.BeginOutputReadLine();
        program._process.BeginErrorReadLine();
        await program._address.Task.WaitAsync(TimeSpan.FromMinutes(5));
        return program;
    }

    /// <summary>Asks the program to end, as a service manager does. Ctrl-C would not reach it if the tests themselves were started in the background of a script.</summary>
    /// <returns>Its exit code.</returns>
    public async Task<int> StopAsync()
    {
        using Process kill = Process.Start("kill", ["-TERM", $"{_process.Id}"]);
        await kill.WaitForExitAsync();
        await _process.WaitForExitAsync().WaitAsync(Patience.Limit);
        return _process.ExitCode;
    }

    public async ValueTask DisposeAsync()
    {
        Kill();
        await _process.WaitForExitAsync().WaitAsync(Patience.Limit);
    }

    private void Kill()
    {
        if (!_process.HasExited)
            _process.Kill();
    }

    private void Hear(string? line)
    {
        lock (_output)
            _output.Add(line ?? "");
        if (Listening().Match(line ?? "") is { Success: true } match)
            _address.TrySetResult(new(match.Groups[1].Value));
    }

    [GeneratedRegex(@"Now listening on: (\S+)")]
    private static partial Regex Listening();
}
