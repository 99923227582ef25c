using System.Diagnostics;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>The rows given to a call, in their order, read a window at a time.</summary>
/// <param name="reader">Reads them.</param>
/// <param name="window">The rows read so far, and the buffer for the next ones.</param>
/// <param name="count">How many rows it holds.</param>
/// <param name="next">Counts and checks a row.</param>
/// <param name="token">Cancels.</param>
internal sealed class WindowRows(RowReader reader, object?[] window, int count, Func<object?, BulkRow> next, CancellationToken token) : IRowQueue
{
    private int _count = count;
    private int _at;

    public bool TryTake(out BulkRow row)
    {
        if (_at == _count && !(reader.IsInMemory && ReadAtOnce()))
        {
            row = default;
            return false;
        }

        row = next(window[_at++]);
        return true;
    }

    public async ValueTask<bool> ReadAsync()
    {
        if (_count == window.Length)
            (_count, _at) = (await reader.ReadAsync(window, token).ConfigureAwait(false), 0);
        return _at < _count;
    }

    private bool ReadAtOnce()
    {
        ValueTask<bool> read = ReadAsync();
        return read.IsCompleted ? read.Result : throw new UnreachableException("Rows in memory are read without waiting.");
    }
}
