namespace TestServers;

/// <summary>
/// A lock between processes. The operating system releases it when its holder ends, however it ends.
/// </summary>
internal sealed class FileLock : IDisposable
{
    private readonly FileStream _stream;

    private FileLock(FileStream stream) => _stream = stream;

    public static FileLock? TryTake(string path)
    {
        try
        {
            return new FileLock(new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None));
        }
        catch (IOException)
        {
            return null;
        }
    }

    /// <summary>Waits for the lock; <paramref name="sayWaiting"/> is called once if somebody else holds it.</summary>
    public static async Task<FileLock> TakeAsync(string path, Action sayWaiting, CancellationToken cancellationToken)
    {
        FileLock? taken = TryTake(path);
        if (taken is null)
            sayWaiting();
        while (taken is null)
        {
            await Task.Delay(100, cancellationToken).ConfigureAwait(false);
            taken = TryTake(path);
        }
        return taken;
    }

    public void Dispose() => _stream.Dispose();
}
