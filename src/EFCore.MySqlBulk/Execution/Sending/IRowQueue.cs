using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Sending;

/// <summary>Rows in the order in which they are sent.</summary>
internal interface IRowQueue
{
    /// <summary>Takes the next row, without waiting and without running the caller's code to read it.</summary>
    /// <returns>False if <see cref="ReadAsync" /> has to be called first.</returns>
    bool TryTake(out BulkRow row);

    /// <summary>Reads further rows.</summary>
    /// <returns>Whether there are any.</returns>
    ValueTask<bool> ReadAsync();
}
