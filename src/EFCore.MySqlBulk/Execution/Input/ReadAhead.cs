namespace EFCore.MySqlBulk.Execution.Input;

/// <summary>Reads a stream one row ahead: a row is passed on only after the stream has moved to the next one, so that the stream's code after its
/// <c>yield return</c>, such as adding the row to the context, has run.</summary>
internal sealed class ReadAhead(RowReader rows) : RowReader
{
    private readonly object?[] _next = new object?[1];
    private bool _hasNext;
    private bool _hasEnded;

    public override async ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token)
    {
        int count = 0;
        if (_hasNext)
            window.Span[count++] = _next[0];
        if (!_hasEnded && count < window.Length)
            count += await rows.ReadAsync(window[count..], token).ConfigureAwait(false);
        _hasEnded |= count < window.Length;
        _hasNext = !_hasEnded && await rows.ReadAsync(_next, token).ConfigureAwait(false) == 1;
        _hasEnded |= !_hasNext;
        return count;
    }

    public override ValueTask DisposeAsync() => rows.DisposeAsync();
}
