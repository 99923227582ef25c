using System.Buffers;
using System.Buffers.Binary;
using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Sends framed packets over a stream, and assembles the server's, in order and complete.</summary>
/// <param name="stream">The stream, which stays open.</param>
/// <param name="mark">Delays the reader until several answers have arrived; <see langword="null" /> if the system or the stream does not support it.</param>
/// <param name="mode">The I/O mode.</param>
internal sealed class PacketTransport(Stream stream, LowWaterMark? mark, TransportMode mode) : IDisposable
{
    private const int HeaderLength = 4;
    private const int LongestPacket = 1024 * 1024 * 1024;
    private const int KeptCapacity = 1024 * 1024;
    private const int SmallCapacity = 16 * 1024;

    // TLS 1.3: header, content type and authentication tag. Other versions and ciphers add a little more.
    private const int TlsRecordOverhead = 22;
    private byte[] _bytes = ArrayPool<byte>.Shared.Rent(SmallCapacity);
    private int _start;
    private int _end;
    private int _joined;
    private byte _sequence;

    /// <summary>Whether a failure other than a server's error has happened, after which nothing can be sent or trusted.</summary>
    public bool IsBroken { get; private set; }

    /// <summary>The number of bytes that the transport adds to each answer: the server flushes after each one, so over TLS it is a record of its own.</summary>
    public int AnswerOverhead { get; } = stream is SslStream ? TlsRecordOverhead : 0;

    /// <summary>The number of received bytes that were not consumed.</summary>
    public int Gathered => _end - _start;

    /// <summary>Sets the next packet's sequence number: one more than that of the last frame it answers.</summary>
    public void Expect(byte sequence) => _sequence = sequence;

    public byte NextSequence => _sequence;

    /// <summary>Stops sending and reading.</summary>
    public void Abort() => IsBroken = true;

    /// <summary>Takes the next packet if it has arrived completely. The span is valid until more bytes are received.</summary>
    public bool TryTake(out ReadOnlySpan<byte> packet)
    {
        packet = default;
        while (true)
        {
            // Starts after the part that is assembled already: this is the next frame of the same packet.
            int header = _start + (_joined > 0 ? HeaderLength + _joined : 0);
            if (_end - header < HeaderLength)
                return false;
            uint word = BinaryPrimitives.ReadUInt32LittleEndian(_bytes.AsSpan(header));
            int length = (int)(word & 0xFFFFFF);
            if (_end - header - HeaderLength < length)
                return false;
            CheckSequence((byte)(word >> 24), _bytes.AsSpan(header + HeaderLength, length));
            if (_joined > 0)
            {
                Buffer.BlockCopy(_bytes, header + HeaderLength, _bytes, header, _end - header - HeaderLength);
                _end -= HeaderLength;
            }

            _joined += length;
            if (_joined > LongestPacket)
                throw new ProtocolException("The server sent a packet larger than 1 GiB.");
            if (length == PacketBuffer.LongestFrame)
                continue;
            packet = _bytes.AsSpan(_start + HeaderLength, _joined);
            _start += HeaderLength + _joined;
            _joined = 0;
            return true;
        }
    }

    /// <summary>Waits for bytes: for <paramref name="atLeast" /> of them if the system supports a low-water mark.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask ReceiveAsync(int atLeast = 1)
    {
        MakeRoom();
        int received;
        try
        {
            received = await mode.ReadAsync(stream, _bytes.AsMemory(_end), mark, atLeast).ConfigureAwait(false);
        }
        catch (Exception e) when (IsTransportTrouble(e))
        {
            throw Broken(e);
        }

        if (received == 0)
            throw Broken(null);
        _end += received;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask SendAsync(PacketBuffer packets)
    {
        if (packets.Length == 0)
            return;
        if (IsBroken)
            throw Broken(null);
        try
        {
            await mode.WriteAsync(stream, packets.Written).ConfigureAwait(false);
        }
        catch (Exception e) when (IsTransportTrouble(e))
        {
            throw Broken(e);
        }

        packets.Clear();
    }

    /// <summary>Resets the mark, so that the next reader of the stream is woken by every byte.</summary>
    public void Rest() => mark?.Lower();

    /// <summary>Frees the buffer, and restores the stream.</summary>
    public void Dispose()
    {
        IsBroken = true;
        mark?.Dispose();
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = [];
        _start = _end = 0;
    }

    private static bool IsTransportTrouble(Exception e)
        => e is IOException or SocketException or ObjectDisposedException or OperationCanceledException or InvalidOperationException;

    private PipelineBrokenException Broken(Exception? cause)
    {
        IsBroken = true;
        return new(cause is null ? "The server closed the connection." : $"The connection broke: {cause.Message}", cause);
    }

    private void CheckSequence(byte sequence, ReadOnlySpan<byte> packet)
    {
        if (sequence != _sequence)
            throw OutOfOrder(packet);
        _sequence++;
    }

    // A server that ends the session (a shutdown, a time limit) sends an error packet that answers no statement.
    private Exception OutOfOrder(ReadOnlySpan<byte> packet)
    {
        if (!Messages.ErrPacket.Is(packet))
            return new ProtocolException("The server's packets are out of order.");
        ServerException error = Messages.ErrPacket.Read(packet);
        IsBroken = true;
        return new PipelineBrokenException($"The server ended the session: {error.Message}", error);
    }

    private void MakeRoom()
    {
        if (_start == _end)
        {
            _start = _end = 0;
            if (_bytes.Length > KeptCapacity)
                Replace(SmallCapacity);
        }

        if (_end < _bytes.Length)
            return;
        if (_start > 0)
        {
            Buffer.BlockCopy(_bytes, _start, _bytes, 0, _end - _start);
            _end -= _start;
            _start = 0;
        }
        else
        {
            if (_bytes.Length > LongestPacket)
                throw new ProtocolException("The server sent a packet larger than 1 GiB.");
            Replace((int)Math.Min(_bytes.Length * 2L, Array.MaxLength));
        }
    }

    private void Replace(int capacity)
    {
        byte[] other = ArrayPool<byte>.Shared.Rent(capacity);
        _bytes.AsSpan(0, _end).CopyTo(other);
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = other;
    }
}
