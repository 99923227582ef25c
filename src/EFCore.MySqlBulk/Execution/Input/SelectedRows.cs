namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>Some rows of a collection, which keep their positions in it.</summary>
internal sealed class SelectedRows(List<object?> all, List<int> positions) : RowSource
{
    public override int? Count => positions.Count;

    public override RowReader Open(CancellationToken token) => new Reader(all, positions);

    private sealed class Reader(List<object?> all, List<int> positions) : RowReader
    {
        private int _read;

        public override ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token)
        {
            token.ThrowIfCancellationRequested();
            int count = 0;
            while (count < window.Length && _read < positions.Count)
                window.Span[count++] = all[positions[_read++]];
            return new(count);
        }

        public override int PositionOf(int row) => positions[row];

        public override ValueTask DisposeAsync() => default;
    }
}
