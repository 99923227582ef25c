using EFCore.MySqlBulk.Execution.Input;

namespace EFCore.MySqlBulk.Execution.Preparation;

/// <summary>Reads the rows of a stream, prepares them, and passes on those that are sent.</summary>
internal sealed class PreparedRowReader(RowReader reader, RowPreparation preparation) : RowReader
{
    private readonly List<int> _positions = [];
    private int _read;
    private bool _leavesOut;

    public override async ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token)
    {
        int count = 0;
        while (count < window.Length)
        {
            Memory<object?> rest = window[count..];
            int read = await reader.ReadAsync(rest, token).ConfigureAwait(false);
            count += Prepare(rest[..read]);
            if (read < rest.Length)
                break;
        }

        return count;
    }

    public override int PositionOf(int row) => _leavesOut ? _positions[row] : reader.PositionOf(row);

    public override ValueTask DisposeAsync()
    {
        preparation.Dispose();
        return reader.DisposeAsync();
    }

    // Moves the rows to send to the start.
    private int Prepare(Memory<object?> window)
    {
        Span<object?> rows = window.Span;
        int kept = 0;
        foreach (object? row in rows)
        {
            int position = reader.PositionOf(_read++);
            if (!preparation.Prepare(row, position))
            {
                if (!_leavesOut)
                    _positions.AddRange(Enumerable.Range(0, _read - 1).Select(reader.PositionOf));
                _leavesOut = true;
                continue;
            }

            if (_leavesOut)
                _positions.Add(position);
            rows[kept++] = row;
        }

        return kept;
    }
}
