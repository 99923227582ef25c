using System.Buffers;
using System.Net.Sockets;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>The bytes of a connection. A write that would block reads in the meantime, so that client and server never wait for each other.</summary>
internal sealed class SocketStream : DuplexStream
{
    private const int MaxEarly = 256 * 1024 * 1024;
    private readonly Socket _socket;
    private readonly LowWaterMark _lowWater;
    private readonly ArrayBufferWriter<byte> _early = new();
    private int _earlyRead;
    private Task<int>? _pending;
    private byte[] _pendingBytes = [];

    public SocketStream(Socket socket)
    {
        _socket = socket;
        _lowWater = new(socket);
    }

    /// <summary>The number of bytes that must still arrive before there is anything to do.</summary>
    public int Awaited { get; set; } = 1;

    /// <summary>The number of bytes received of something that can be used only once it is complete.</summary>
    public int Unfinished { get; set; }

    /// <summary>There is nothing to read, not even the connection's end.</summary>
    public bool IsQuiet
    {
        get
        {
            try
            {
                _lowWater.Set(1);
                return _early.WrittenCount == 0 && _pending is null && !_socket.Poll(0, SelectMode.SelectRead);
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                // It was closed by another thread.
                return false;
            }
        }
    }

    /// <summary>Closes the connection at once, from any thread; the server gets a reset.</summary>
    public void Abort()
    {
        try
        {
            _socket.LingerState = new(true, 0);
            // This wakes a thread that waits in Poll, which closing alone need not do.
            _socket.Shutdown(SocketShutdown.Both);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
        }

        _socket.Dispose();
    }

    public override int Read(Span<byte> buffer)
    {
        if (TakeEarly(buffer, out int taken))
            return taken;
        WaitToRead();
        while (true)
        {
            int received = _socket.Receive(buffer, SocketFlags.None, out SocketError error);
            if (error == SocketError.Success)
                return received;
            if (error != SocketError.WouldBlock)
                throw new SocketException((int)error);
            _socket.Poll(-1, SelectMode.SelectRead);
        }
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        // Return the bytes that came early first: nothing more may arrive for the read that was started.
        if (TakeEarly(buffer.Span, out int taken))
            return new(taken);
        if (_pending is not null)
            return AfterPendingAsync(buffer);
        _lowWater.SetForAWhile(Awaited - Unfinished);
        return _socket.ReceiveAsync(buffer, SocketFlags.None, cancellationToken);
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (true)
        {
            int sent = _socket.Send(buffer, SocketFlags.None, out SocketError error);
            if (error is not (SocketError.Success or SocketError.WouldBlock))
                throw new SocketException((int)error);
            buffer = buffer[sent..];
            if (buffer.IsEmpty)
                return;
            WaitToWrite();
        }
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        ValueTask<int> sending = _socket.SendAsync(buffer, SocketFlags.None, cancellationToken);
        if (!sending.IsCompletedSuccessfully)
            return ReadWhileWritingAsync(sending, buffer, cancellationToken);
        int sent = sending.Result;
        return sent == buffer.Length ? default : ReadWhileWritingAsync(new(sent), buffer, cancellationToken);
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _lowWater.Dispose();
            _socket.Dispose();
        }

        base.Dispose(disposing);
    }

    private bool TakeEarly(Span<byte> to, out int taken)
    {
        ReadOnlySpan<byte> early = _early.WrittenSpan[_earlyRead..];
        taken = Math.Min(early.Length, to.Length);
        early[..taken].CopyTo(to);
        _earlyRead += taken;
        if (taken == early.Length && _earlyRead > 0)
        {
            _early.ResetWrittenCount();
            _earlyRead = 0;
        }

        return taken > 0;
    }

    // There is no timer here: it would need a thread of the pool, and callers that block their own threads may have used those up.
    private void WaitToRead()
    {
        _lowWater.Set(Awaited - Unfinished);
        if (_socket.Poll(LowWaterMark.Holds, SelectMode.SelectRead))
            return;
        _lowWater.Set(1);
        _socket.Poll(-1, SelectMode.SelectRead);
    }

    private void WaitToWrite()
    {
        _lowWater.Set(1);
        List<Socket> readable = [_socket];
        List<Socket> writable = [_socket];
        Socket.Select(readable, writable, null, Timeout.InfiniteTimeSpan);
        if (readable.Count == 0)
            return;
        int received = _socket.Receive(_early.GetSpan(64 * 1024), SocketFlags.None, out SocketError error);
        if (error == SocketError.WouldBlock)
            return;
        KeepEarly(error == SocketError.Success ? received : throw new SocketException((int)error));
    }

    private async ValueTask ReadWhileWritingAsync(ValueTask<int> sending, ReadOnlyMemory<byte> buffer, CancellationToken token)
    {
        _lowWater.Set(1);
        while (true)
        {
            Task<int> send = sending.AsTask();
            while (!send.IsCompleted)
            {
                if (_pending is null)
                {
                    _pendingBytes = _pendingBytes.Length == 0 ? new byte[64 * 1024] : _pendingBytes;
                    _pending = _socket.ReceiveAsync(_pendingBytes.AsMemory(), SocketFlags.None, token).AsTask();
                }

                await Task.WhenAny(send, _pending).ConfigureAwait(false);
                if (_pending.IsCompleted)
                    await TakePendingAsync().ConfigureAwait(false);
            }

            buffer = buffer[await send.ConfigureAwait(false)..];
            if (buffer.IsEmpty)
                return;
            sending = _socket.SendAsync(buffer, SocketFlags.None, token);
        }
    }

    private async ValueTask<int> AfterPendingAsync(Memory<byte> buffer)
    {
        await TakePendingAsync().ConfigureAwait(false);
        return TakeEarly(buffer.Span, out int taken) ? taken : 0;
    }

    private async ValueTask TakePendingAsync()
    {
        int received = await _pending!.ConfigureAwait(false);
        _pending = null;
        _pendingBytes.AsSpan(0, received).CopyTo(_early.GetSpan(Math.Max(received, 1)));
        KeepEarly(received);
    }

    private void KeepEarly(int received)
    {
        if (received == 0)
            throw new IOException("The server closed the connection.");
        _early.Advance(received);
        if (_early.WrittenCount > MaxEarly)
            throw new IOException("The server keeps sending without reading anything.");
    }
}
