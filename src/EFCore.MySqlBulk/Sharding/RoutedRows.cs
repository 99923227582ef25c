using System.Threading.Channels;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>The rows of a stream that belong to one shard. They pass in parts, of which a few at most wait to be sent.</summary>
internal sealed class RoutedRows(IOBehavior io) : RowSource
{
    /// <summary>The number of rows in a part, except the last one.</summary>
    public const int PartRows = 256;

    private const int WaitingParts = 4;
    private readonly Channel<object?[]> _parts = Channel.CreateBounded<object?[]>(new BoundedChannelOptions(WaitingParts) { SingleReader = true, SingleWriter = true });
    private object?[] _part = new object?[PartRows];
    private int _count;

    // Four bytes for a row, which remain until the call ends.
    private readonly PositionList _positions = new();

    public override IReadOnlyList<int> Positions => _positions;

    public override int? Count => null;

    public override RowReader Open(CancellationToken token) => new Reader(this, io);

    /// <summary>Adds a row. Returns whether a part is full, and has to be passed on.</summary>
    public bool Add(object row, int position)
    {
        _positions.Add(position);
        _part[_count++] = row;
        return _count == PartRows;
    }

    /// <summary>Passes the rows added on; waits while too many are waiting.</summary>
    public async ValueTask PassAsync(CancellationToken token)
    {
        if (_count == 0)
            return;
        object?[] part = _count == PartRows ? _part : _part[.._count];
        _part = new object?[PartRows];
        _count = 0;
        if (!_parts.Writer.TryWrite(part))
            await io.JoinAsync(_parts.Writer.WriteAsync(part, token).AsTask()).ConfigureAwait(false);
    }

    /// <summary>There are no more rows.</summary>
    public void Complete() => _parts.Writer.TryComplete();

    private sealed class Reader(RoutedRows rows, IOBehavior io) : RowReader
    {
        private object?[] _part = [];
        private int _taken;

        public override async ValueTask<int> ReadAsync(Memory<object?> window, CancellationToken token)
        {
            int count = 0;
            while (count < window.Length && await MoveNextAsync(token).ConfigureAwait(false))
            {
                int taken = Math.Min(window.Length - count, _part.Length - _taken);
                _part.AsSpan(_taken, taken).CopyTo(window.Span[count..]);
                _taken += taken;
                count += taken;
            }

            return count;
        }

        public override int PositionOf(int row) => rows._positions[row];

        public override ValueTask DisposeAsync() => default;

        private async ValueTask<bool> MoveNextAsync(CancellationToken token)
        {
            token.ThrowIfCancellationRequested();
            ChannelReader<object?[]> parts = rows._parts.Reader;
            while (_taken == _part.Length)
            {
                if (parts.TryRead(out object?[]? part))
                    (_part, _taken) = (part, 0);
                else if (!await WaitAsync(parts, token).ConfigureAwait(false))
                    return false;
            }

            return true;
        }

        private async ValueTask<bool> WaitAsync(ChannelReader<object?[]> parts, CancellationToken token)
        {
            Task<bool> wait = parts.WaitToReadAsync(token).AsTask();
            await io.JoinAsync(wait).ConfigureAwait(false);
            return await wait.ConfigureAwait(false);
        }
    }
}
