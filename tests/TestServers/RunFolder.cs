namespace TestServers;

/// <summary>
/// The place of one running server: a folder, a record and a lock with the same name. Anyone who can take the lock knows that the owner is dead.
/// </summary>
internal sealed class RunFolder : IDisposable
{
    private readonly FileLock _lock;

    private RunFolder(string id, FileLock taken)
    {
        Id = id;
        _lock = taken;
    }

    public string Id { get; }

    /// <summary>The server's folder; the record and the lock are beside it under the same name.</summary>
    public string Path => System.IO.Path.Combine(CacheFolder.Running, Id);

    public string Data => System.IO.Path.Combine(Path, "data");

    public string ErrorLog => System.IO.Path.Combine(Path, "error.log");

    private string RecordPath => Path + ".json";

    private string LockPath => Path + ".lock";

    public static RunFolder Create()
    {
        while (true)
        {
            string id = Guid.NewGuid().ToString("N")[..12];
            if (FileLock.TryTake(System.IO.Path.Combine(CacheFolder.Running, id + ".lock")) is not FileLock taken)
                continue;
            RunFolder folder = new(id, taken);
            Directory.CreateDirectory(folder.Path);
            return folder;
        }
    }

    /// <summary>The folders whose owners are dead; they are the caller's now.</summary>
    public static IEnumerable<RunFolder> Abandoned()
    {
        foreach (string path in Directory.EnumerateFiles(CacheFolder.Running, "*.lock"))
        {
            if (FileLock.TryTake(path) is FileLock taken)
                yield return new RunFolder(System.IO.Path.GetFileNameWithoutExtension(path), taken);
        }
    }

    public ServerRecord? ReadRecord() => ServerRecord.Read(RecordPath);

    public void WriteRecord(ServerRecord record) => record.Write(RecordPath);

    /// <summary>Deletes everything; the lock goes last, so that a later run also cleans up if this one is killed in here.</summary>
    public void Dispose()
    {
        FolderDeletion.Delete(Path);
        File.Delete(RecordPath);
        File.Delete(LockPath);
        _lock.Dispose();
    }
}
