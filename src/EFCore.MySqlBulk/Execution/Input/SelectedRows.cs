namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>Some rows of a collection, which keep their positions in it.</summary>
/// <param name="all">The rows.</param>
/// <param name="chosen">Which of them, in ascending order.</param>
/// <param name="first">The position of the first one among those that the caller gave.</param>
internal sealed class SelectedRows(List<object?> all, List<int> chosen, int first) : RowSource
{
    public override int? Count => chosen.Count;

    public override RowReader Open(CancellationToken token) => new Reader(all, chosen, first);

    private sealed class Reader(List<object?> all, List<int> chosen, int first) : RowReader
    {
        private int _read;

        public override ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token)
        {
            token.ThrowIfCancellationRequested();
            int count = 0;
            while (count < window.Length && _read < chosen.Count)
                window.Span[count++] = all[chosen[_read++]];
            return new(count);
        }

        public override int PositionOf(int row) => first + chosen[row];

        public override ValueTask DisposeAsync() => default;
    }
}
