namespace TestServers;

/// <summary>A server that this process has started, and its folder; both are gone when it is disposed of, or when this process ends.</summary>
internal sealed class Throwaway : IDisposable
{
    private readonly ServerProcess _process;
    private readonly RunFolder _folder;
    private readonly IDisposable _atExit;
    private readonly object _alone = new();
    private bool _isDisposed;

    public Throwaway(ServerProcess process, RunFolder folder)
    {
        _process = process;
        _folder = folder;
        _atExit = ExitActions.Add(Dispose);
    }

    public void Dispose()
    {
        // The second caller (a program that ends while a signal is handled) waits; otherwise its end would cut the first one short.
        lock (_alone)
        {
            if (_isDisposed)
                return;
            _isDisposed = true;
            _atExit.Dispose();
            _process.Dispose();
            _folder.Dispose();
        }
    }
}
