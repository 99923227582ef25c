using EFCore.MySqlBulk.Execution.Input;

namespace EFCore.MySqlBulk.Execution.Portions;

/// <summary>Reads the rows of a call once, a portion at a time. It reads one row ahead, so that the last portion is known as such, and what the caller's own code does at the end
/// of the rows is done before that portion is sent.</summary>
internal sealed class PortionReader(RowSource rows, int size, CancellationToken token)
{
    private readonly object?[] _window = new object?[Math.Min(size, 1_024)];
    private readonly object?[] _next = new object?[1];
    private RowReader? _reader;
    private bool _hasNext;
    private bool _hasEnded;

    /// <summary>Whether no rows follow those read.</summary>
    public bool HasEnded => _hasEnded;

    /// <summary>Reads the next rows; none at the end.</summary>
    public async ValueTask<List<object?>> ReadAsync()
    {
        List<object?> portion = [];
        if (_hasEnded)
            return portion;
        _reader ??= rows.Open(token);
        if (_hasNext)
            portion.Add(_next[0]);
        while (!_hasEnded && portion.Count < size)
        {
            int wanted = Math.Min(_window.Length, size - portion.Count);
            int count = await _reader.ReadAsync(_window.AsMemory(0, wanted), token).ConfigureAwait(false);
            portion.AddRange(_window.Take(count));
            _hasEnded = count < wanted;
        }

        Array.Clear(_window);
        _hasNext = !_hasEnded && await _reader.ReadAsync(_next, token).ConfigureAwait(false) == 1;
        _hasEnded = !_hasNext;
        if (_hasEnded)
            await DisposeAsync().ConfigureAwait(false);
        return portion;
    }

    public async ValueTask DisposeAsync()
    {
        RowReader? reader = _reader;
        _reader = null;
        if (reader is not null)
            await reader.DisposeAsync().ConfigureAwait(false);
    }
}
