namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>Reads the rows given, a window at a time.</summary>
internal abstract class RowReader
{
    /// <summary>Fills the window from its start and returns the number of rows read; it is below the window's length only at the end.</summary>
    public abstract ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token);

    /// <summary>Whether reading neither waits nor runs the caller's code.</summary>
    public virtual bool IsInMemory => false;

    /// <summary>The position that a row has among those that the caller gave.</summary>
    /// <param name="row">Its number among the rows read.</param>
    public virtual int PositionOf(int row) => row;

    public abstract ValueTask DisposeAsync();
}
