using System.Diagnostics;

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

    // Its own log is checked first, because another server may have taken the port before it.
    private async Task WaitUntilReadyAsync(CancellationToken cancellationToken)
    {
        Stopwatch watch = Stopwatch.StartNew();
        while (!(ErrorLog.SaysReady(_folder.ErrorLog, _launch.LoggedPort) && await Greeting.ArrivesAsync(_launch.Port, cancellationToken).ConfigureAwait(false)))
        {
            if (_process.HasExited)
                throw new ServerStartException($"ended with exit code {_process.ExitCode}", _folder.ErrorLog);
            if (watch.Elapsed > StartLimit)
                throw new ServerStartException($"did not greet within {StartLimit.TotalSeconds:0} s", _folder.ErrorLog);
            await Task.Delay(20, cancellationToken).ConfigureAwait(false);
        }
    }
}
