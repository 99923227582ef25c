namespace EFCore.MySqlBulk.Execution;

/// <summary>Reads the rows given, a window at a time.</summary>
internal abstract class RowReader
{
    /// <summary>Fills the window from its start and returns how many rows it read; fewer than the window's length at the end only.</summary>
    public abstract ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token);

    public abstract ValueTask DisposeAsync();
}
