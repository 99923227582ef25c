using System.Net.Sockets;

namespace EFCore.MySqlBulk.NewLife;

/// <summary>Buffers the driver's socket. The driver writes packets one by one and reads each in two pieces; this stream collects writes until the
/// next read, and reads ahead. In synchronous mode it blocks, so that the driver's tasks are complete when they are returned.</summary>
internal sealed class DriverStream(NetworkStream socket, bool synchronous) : DuplexStream
{
    private const int ReadAhead = 16 * 1024;
    private readonly MemoryStream _unsent = new();
    private readonly byte[] _ahead = new byte[ReadAhead];
    private int _at;
    private int _end;

    /// <summary>Whether written packets are collected until the next read.</summary>
    public bool Gathers { get; set; }

    public override void Write(ReadOnlySpan<byte> buffer) => _unsent.Write(buffer);

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        _unsent.Write(buffer.Span);
        return default;
    }

    public override void Flush() => socket.Write(Unsent().Span);

    public override Task FlushAsync(CancellationToken cancellationToken) => Gathers ? Task.CompletedTask : SendAsync(cancellationToken).AsTask();

    public override int Read(Span<byte> buffer) => throw new NotSupportedException();

    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (_at == _end)
        {
            await SendAsync(cancellationToken).ConfigureAwait(false);
            _at = 0;
            _end = synchronous ? socket.Read(_ahead) : await socket.ReadAsync(_ahead, cancellationToken).ConfigureAwait(false);
        }

        int count = Math.Min(buffer.Length, _end - _at);
        _ahead.AsSpan(_at, count).CopyTo(buffer.Span);
        _at += count;
        return count;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            socket.Dispose();
        base.Dispose(disposing);
    }

    private ValueTask SendAsync(CancellationToken token)
    {
        if (_unsent.Length == 0)
            return default;
        if (!synchronous)
            return socket.WriteAsync(Unsent(), token);
        Flush();
        return default;
    }

    // Valid until the next write; the driver does not write while it sends.
    private ReadOnlyMemory<byte> Unsent()
    {
        ReadOnlyMemory<byte> bytes = _unsent.GetBuffer().AsMemory(0, (int)_unsent.Length);
        _unsent.SetLength(0);
        return bytes;
    }
}
