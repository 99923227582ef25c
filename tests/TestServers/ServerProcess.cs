using System.Diagnostics;
using System.Globalization;

namespace TestServers;

/// <summary>A running server that this process has started.</summary>
internal sealed class ServerProcess : IDisposable
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(90);

    private readonly ServerLaunch _launch;
    private readonly RunFolder _folder;
    private readonly Process _process;

    private ServerProcess(ServerLaunch launch, RunFolder folder)
    {
        _launch = launch;
        _folder = folder;
        ServerRecord record = new() { Mark = launch.Mark, Container = launch.Container };
        folder.WriteRecord(record);
        _process = Watcher.Start(launch, folder);
        folder.WriteRecord(record with { Server = ProcessIdentity.Of(_process) });
    }

    /// <summary>Starts the server and waits until it greets.</summary>
    /// <exception cref="ServerStartException">It ended, or did not greet in time.</exception>
    public static async Task<ServerProcess> StartAsync(ServerLaunch launch, RunFolder folder, CancellationToken cancellationToken)
    {
        ServerProcess server = new(launch, folder);
        try
        {
            await server.WaitUntilReadyAsync(cancellationToken).ConfigureAwait(false);
            return server;
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    // It is killed at once: its data is deleted next, so there is no point in a clean shutdown of a second or more.
    public void Dispose()
    {
        if (_launch.Container is string container)
            DockerContainer.Remove(container);
        if (!_process.HasExited)
            _process.Kill();
        _process.WaitForExit();
        Watcher.Dismiss(_process);
        _process.Dispose();
    }

    /// <summary>Waits until the server has logged a text.</summary>
    /// <exception cref="ServerStartException">It ended, or did not log it in time.</exception>
    public Task LogsAsync(string text, TimeSpan limit, CancellationToken cancellationToken)
        => WaitAsync(() => Task.FromResult(ErrorLog.Says(_folder.ErrorLog, text)), $"log \"{text}\"", limit, cancellationToken);

    /// <summary>Stops the process without ending it, or lets it go on.</summary>
    public void Freeze(bool isFrozen) => Signal(isFrozen ? "STOP" : "CONT");

    /// <summary>Asks the server to end in order, and waits until it has.</summary>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        Signal("TERM");
        await _process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
    }

    private void Signal(string name)
    {
        using Process kill = Process.Start("kill", [$"-{name}", _process.Id.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }

    // Its own log is checked first, because another server may have taken the port before it.
    private Task WaitUntilReadyAsync(CancellationToken cancellationToken) => WaitAsync(
        async () => ErrorLog.SaysReady(_folder.ErrorLog, _launch.LoggedPort) && await Greeting.ArrivesAsync(_launch.Address, _launch.Port, cancellationToken).ConfigureAwait(false),
        "greet", StartLimit, cancellationToken);

    private async Task WaitAsync(Func<Task<bool>> condition, string what, TimeSpan limit, CancellationToken cancellationToken)
    {
        Stopwatch watch = Stopwatch.StartNew();
        while (!await condition().ConfigureAwait(false))
        {
            if (_process.HasExited)
                throw new ServerStartException($"ended with exit code {_process.ExitCode}", _folder.ErrorLog);
            if (watch.Elapsed > limit)
                throw new ServerStartException($"did not {what} within {limit.TotalSeconds:0} s", _folder.ErrorLog);
            await Task.Delay(20, cancellationToken).ConfigureAwait(false);
        }
    }
}
