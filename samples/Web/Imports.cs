namespace Web;

/// <summary>The current imports. Each is opened by the page that watches it, and exists as long as the page does.</summary>
internal sealed class Imports(ILogger<Import> logger)
{
    private const int Max = 4;

    private readonly Dictionary<Guid, Import> _open = [];
    private readonly Lock _lock = new();

    /// <summary>Returns null if there are too many already.</summary>
    public Import? Open(Guid id)
    {
        lock (_lock)
            return _open.Count < Max && !_open.ContainsKey(id) ? _open[id] = new(logger) : null;
    }

    public Import? Find(Guid id)
    {
        lock (_lock)
            return _open.GetValueOrDefault(id);
    }

    /// <summary>Returns false if there is no such import.</summary>
    public bool Cancel(Guid id)
    {
        lock (_lock)
        {
            bool isOpen = _open.TryGetValue(id, out Import? import);
            _ = import?.CancelAsync();
            return isOpen;
        }
    }

    /// <summary>Cancels an import that is still running, waits for its end, and removes it.</summary>
    public async Task CloseAsync(Guid id, Import import)
    {
        await import.EndAsync();
        lock (_lock)
            _open.Remove(id);
        import.Dispose();
    }
}
