namespace EFCore.MySqlBulk.DriverStreams;

/// <summary>Removes the timeouts that a driver has set on a stream, and restores them afterwards.</summary>
internal sealed class StreamTimeouts
{
    private readonly Stream _stream;
    private readonly int? _read;
    private readonly int? _write;

    public StreamTimeouts(Stream stream)
    {
        _stream = stream;
        if (!stream.CanTimeout)
            return;
        if (stream.ReadTimeout != Timeout.Infinite)
            (_read, stream.ReadTimeout) = (stream.ReadTimeout, Timeout.Infinite);
        if (stream.WriteTimeout != Timeout.Infinite)
            (_write, stream.WriteTimeout) = (stream.WriteTimeout, Timeout.Infinite);
    }

    public void Restore()
    {
        try
        {
            if (_read is { } read)
                _stream.ReadTimeout = read;
            if (_write is { } write)
                _stream.WriteTimeout = write;
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException or System.Net.Sockets.SocketException)
        {
            // The stream is disposed: the connection is closed.
        }
    }
}
