namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>Reads the rows given, a window at a time.</summary>
internal abstract class RowReader
{
    /// <summary>Fills the window from its start and returns how many rows it read; only at the end are there fewer than the window's length.</summary>
    public abstract ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token);

    /// <summary>The position that a row has among those that the caller gave.</summary>
    /// <param name="row">Its number among the rows read.</param>
    public virtual int PositionOf(int row) => row;

    public abstract ValueTask DisposeAsync();
}
