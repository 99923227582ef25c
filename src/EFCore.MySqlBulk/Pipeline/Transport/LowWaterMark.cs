using System.Net.Sockets;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Sets the socket's low-water mark: how many bytes must arrive before a reader is woken.</summary>
/// <remarks>
/// The server flushes one small answer per statement, and waking up for each costs more than the row itself. Linux wakes a reader early if the
/// connection ends or memory is short.
/// But a mark may exceed the bytes still to come, and Linux acknowledges unread data only after some 40 ms, and the server's kernel may not send more until then. So the mark is lowered after a
/// few milliseconds, which a server with a window of statements to work on does not notice: by a timer, or in synchronous mode by the waiting thread.
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

    /// <summary>The maximum delay of a reader by the mark.</summary>
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

    /// <summary>Blocks until that many bytes have arrived, or the maximum delay has passed. It uses no timer, which would need a pool thread, and
    /// callers that block threads may have exhausted the pool.</summary>
    public void WaitFor(int bytes)
    {
        Set(bytes);
        if (_current == 1)
            return;
        _socket.Poll(Holds, SelectMode.SelectRead);
        Set(1);
    }

    /// <summary>Resets the mark: every byte wakes the reader.</summary>
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

    /// <summary>The mark is an optimisation, so its failure changes nothing.</summary>
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
