namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>Rows from an <see cref="IEnumerable{T}" />: a collection, which can be read again, or a stream.</summary>
/// <param name="rows">The rows.</param>
/// <param name="first">The position of the first one among those that the caller gave.</param>
internal sealed class SequenceRows<T>(IEnumerable<T> rows, int first = 0) : RowSource
{
    public override int? Count => rows switch
    {
        ICollection<T> collection => collection.Count,
        IReadOnlyCollection<T> collection => collection.Count,
        _ => null,
    };

    public override IQueryable? Query => rows as IQueryable;

    public override int PositionOf(int row) => first + row;

    public override RowReader Open(CancellationToken token)
    {
        Reader reader = new(rows.GetEnumerator(), first, isInMemory: rows is T[] or List<T>);
        return CanRepeat ? reader : new ReadAhead(reader);
    }

    private sealed class Reader(IEnumerator<T> rows, int first, bool isInMemory) : RowReader
    {
        public override bool IsInMemory => isInMemory;

        public override ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token)
        {
            token.ThrowIfCancellationRequested();
            int count = 0;
            while (count < window.Length && rows.MoveNext())
                window.Span[count++] = rows.Current;
            return new(count);
        }

        public override int PositionOf(int row) => first + row;

        public override ValueTask DisposeAsync()
        {
            rows.Dispose();
            return default;
        }
    }
}
