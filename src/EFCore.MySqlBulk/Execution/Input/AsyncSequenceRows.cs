namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>Rows from an <see cref="IAsyncEnumerable{T}" />: always a stream.</summary>
internal sealed class AsyncSequenceRows<T>(IAsyncEnumerable<T> rows) : RowSource
{
    public override int? Count => null;

    public override IQueryable? Query => rows as IQueryable;

    public override RowReader Open(CancellationToken token) => new ReadAhead(new Reader(rows.GetAsyncEnumerator(token)));

    private sealed class Reader(IAsyncEnumerator<T> rows) : RowReader
    {
        public override async ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token)
        {
            token.ThrowIfCancellationRequested();
            int count = 0;
            while (count < window.Length && await rows.MoveNextAsync().ConfigureAwait(false))
                window.Span[count++] = rows.Current;
            return count;
        }

        public override ValueTask DisposeAsync() => rows.DisposeAsync();
    }
}
