using System.Buffers.Binary;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Sits between TLS and the socket and knows how much of an incomplete record has arrived, since those bytes will not come again.</summary>
internal sealed class TlsRecordStream(SocketStream socket) : DuplexStream
{
    private const int HeaderLength = 5;
    private readonly byte[] _header = new byte[HeaderLength];
    private int _arrived;
    private int _length = HeaderLength;

    public override int Read(Span<byte> buffer)
    {
        int received = socket.Read(buffer);
        Follow(buffer[..received]);
        return received;
    }

    [System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        int received = await socket.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
        Follow(buffer.Span[..received]);
        return received;
    }

    public override void Write(ReadOnlySpan<byte> buffer) => socket.Write(buffer);

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        => socket.WriteAsync(buffer, cancellationToken);

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            socket.Dispose();
        base.Dispose(disposing);
    }

    private void Follow(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            int taken = Math.Min(_length - _arrived, bytes.Length);
            if (_arrived < HeaderLength)
                bytes[..taken].CopyTo(_header.AsSpan(_arrived));
            _arrived += taken;
            bytes = bytes[taken..];
            if (_arrived < _length)
                break;
            if (_length == HeaderLength)
                _length += BinaryPrimitives.ReadUInt16BigEndian(_header.AsSpan(3));
            if (_arrived < _length)
                continue;
            _arrived = 0;
            _length = HeaderLength;
        }

        socket.Unfinished = _arrived;
    }
}
