using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>Rows of a graph, each with the position of the given row from which it was reached.</summary>
internal sealed class RelatedRows(ReadOnlyMemory<BulkRow> rows) : RowSource
{
    public override int? Count => rows.Length;

    public override RowReader Open(CancellationToken token) => new Reader(rows);

    private sealed class Reader(ReadOnlyMemory<BulkRow> rows) : RowReader
    {
        private int _read;

        public override bool IsInMemory => true;

        public override ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token)
        {
            token.ThrowIfCancellationRequested();
            int count = Math.Min(window.Length, rows.Length - _read);
            for (int i = 0; i < count; i++)
                window.Span[i] = rows.Span[_read++].Item;
            return new(count);
        }

        public override int PositionOf(int row) => rows.Span[row].Index;

        public override ValueTask DisposeAsync() => default;
    }
}
