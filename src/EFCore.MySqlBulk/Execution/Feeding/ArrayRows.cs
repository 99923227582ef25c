using EFCore.MySqlBulk.Execution.Sending;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Feeding;

/// <summary>Rows that were collected.</summary>
/// <param name="rows">The rows.</param>
internal sealed class ArrayRows(ArraySegment<BulkRow> rows) : IRowQueue
{
    private int _at;

    public bool TryTake(out BulkRow row)
    {
        bool isThere = _at < rows.Count;
        row = isThere ? rows[_at++] : default;
        return isThere;
    }

    public ValueTask<bool> ReadAsync() => new(false);
}
