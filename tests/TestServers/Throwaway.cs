namespace TestServers;

/// <summary>A running server of ours and its folder; both go when it is disposed of, or with this process.</summary>
internal sealed class Throwaway : IDisposable
{
    private readonly ServerProcess _process;
    private readonly RunFolder _folder;
    private readonly IDisposable _atExit;
    private int _disposed;

    public Throwaway(ServerProcess process, RunFolder folder)
    {
        _process = process;
        _folder = folder;
        _atExit = ExitActions.Add(Dispose);
    }

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _disposed, 1) != 0)
            return;
        _atExit.Dispose();
        _process.Dispose();
        _folder.Dispose();
    }
}
