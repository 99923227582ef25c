using System.Net.Sockets;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Tells the kernel how many bytes are worth waking up for.</summary>
/// <remarks>
/// The server flushes one small answer per statement, and waking up for each costs more than the row itself. Linux wakes a reader early by
/// itself if the connection ends or memory is short, so a mark that is no more than what must still arrive cannot block anybody for good.
/// But Linux acknowledges unread data only after some 40 ms, and the server's kernel may not send more until then. So the mark is lowered after a
/// few milliseconds, which a server with a window of statements to work on does not notice: by a timer, or by the calling thread if that is the one that waits.
/// </remarks>
internal sealed class LowWaterMark : IDisposable
{
    private const int SolSocket = 1;
    private const int SoReceiveLowWater = 18;
    private readonly object _lock = new();
    private readonly Socket _socket;
    private readonly int _highest;
    private Timer? _timer;
    private int _current = 1;

    public LowWaterMark(Socket socket)
    {
        _socket = socket;
        bool supported = OperatingSystem.IsLinux() && socket.AddressFamily is AddressFamily.InterNetwork or AddressFamily.InterNetworkV6;
        _highest = supported ? Math.Max(socket.ReceiveBufferSize / 2, 1) : 1;
    }

    /// <summary>How long the mark may delay a reader.</summary>
    public static TimeSpan Holds { get; } = TimeSpan.FromMilliseconds(12);

    private void Set(int bytes)
    {
        lock (_lock)
            Tell(Math.Clamp(bytes, 1, _highest));
    }

    /// <summary>Sets the mark, which is lowered by itself; a waiting reader is then woken if there is anything to read.</summary>
    public void SetForAWhile(int bytes)
    {
        Set(bytes);
        if (_current == 1)
            return;
        _timer ??= new(static mark => ((LowWaterMark)mark!).Lower(), this, Timeout.Infinite, Timeout.Infinite);
        _timer.Change(Holds, Timeout.InfiniteTimeSpan);
    }

    /// <summary>Blocks until so many bytes have arrived, or some time has passed. There is no timer here: it would need a thread of the pool, and callers that block their own threads may have
    /// used those up.</summary>
    public void WaitFor(int bytes)
    {
        Set(bytes);
        if (_current == 1)
            return;
        _socket.Poll(Holds, SelectMode.SelectRead);
        Set(1);
    }

    /// <summary>Every byte is worth waking up for.</summary>
    public void Lower()
    {
        try
        {
            Set(1);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection was closed in the meantime.
        }
    }

    /// <summary>The connection is as it was.</summary>
    public void Dispose()
    {
        _timer?.Dispose();
        Lower();
    }

    private void Tell(int mark)
    {
        if (mark == _current)
            return;
        Span<byte> value = stackalloc byte[sizeof(int)];
        BitConverter.TryWriteBytes(value, mark);
        _socket.SetRawSocketOption(SolSocket, SoReceiveLowWater, value);
        _current = mark;
    }
}
