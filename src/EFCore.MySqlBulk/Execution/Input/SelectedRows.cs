namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>Some of the caller's rows, with the positions that they have among all.</summary>
internal sealed class SelectedRows(List<object?> rows, IReadOnlyList<int> positions) : RowSource
{
    public override int? Count => rows.Count;

    public override IReadOnlyList<int> Positions => positions;

    public override RowReader Open(CancellationToken token) => new Reader(rows, positions);

    private sealed class Reader(List<object?> rows, IReadOnlyList<int> positions) : RowReader
    {
        private int _read;

        public override bool IsInMemory => true;

        public override ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token)
        {
            token.ThrowIfCancellationRequested();
            int count = Math.Min(window.Length, rows.Count - _read);
            System.Runtime.InteropServices.CollectionsMarshal.AsSpan(rows).Slice(_read, count).CopyTo(window.Span);
            _read += count;
            return new(count);
        }

        public override int PositionOf(int row) => positions[row];

        public override ValueTask DisposeAsync() => default;
    }
}
