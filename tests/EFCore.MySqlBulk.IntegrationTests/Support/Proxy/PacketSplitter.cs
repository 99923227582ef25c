namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>Cuts a stream of bytes into MySQL packets.</summary>
internal sealed class PacketSplitter
{
    private byte[] _bytes = new byte[4096];
    private int _start;
    private int _end;

    public void Append(ReadOnlySpan<byte> bytes)
    {
        _bytes.AsSpan(_start, _end - _start).CopyTo(_bytes);
        (_start, _end) = (0, _end - _start);
        if (_bytes.Length - _end < bytes.Length)
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _end + bytes.Length));
        bytes.CopyTo(_bytes.AsSpan(_end));
        _end += bytes.Length;
    }

    /// <summary>The next complete packet; null if there is none.</summary>
    public byte[]? TakeNext()
    {
        if (_end - _start < RelayedPacket.HeaderBytes)
            return null;
        int length = RelayedPacket.HeaderBytes + (_bytes[_start] | (_bytes[_start + 1] << 8) | (_bytes[_start + 2] << 16));
        if (_end - _start < length)
            return null;
        _start += length;
        return _bytes[(_start - length).._start];
    }

    /// <summary>The next complete TLS record; null if there is none.</summary>
    public byte[]? TakeRecord()
    {
        const int HeaderBytes = 5;
        if (_end - _start < HeaderBytes)
            return null;
        int length = HeaderBytes + ((_bytes[_start + 3] << 8) | _bytes[_start + 4]);
        if (_end - _start < length)
            return null;
        _start += length;
        return _bytes[(_start - length).._start];
    }

    /// <summary>Everything that is left, complete or not.</summary>
    public byte[] TakeRest()
    {
        byte[] rest = _bytes[_start.._end];
        _start = _end;
        return rest;
    }
}
