using System.Net.Sockets;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Tells the kernel how many bytes are worth waking up for.</summary>
/// <remarks>
/// The server flushes one small answer per statement, and waking for each costs more than the row itself. Linux wakes a reader earlier by
/// itself when the connection ends or memory is short, so a mark that is no more than what must still come can hold nobody up for good.
/// But it acknowledges what nobody reads only after some 40 ms, and the server's kernel may send no more until then. So the mark falls after a
/// few milliseconds, which a server with a window of statements before it does not notice: by a timer, or where the calling thread waits, by that one.
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

    /// <summary>How long the mark may hold anybody up.</summary>
    public static TimeSpan Holds { get; } = TimeSpan.FromMilliseconds(12);

    public void Set(int bytes)
    {
        lock (_lock)
            Tell(Math.Clamp(bytes, 1, _highest));
    }

    /// <summary>Sets the mark, which falls by itself; whoever waits then is woken if there is anything to read.</summary>
    public void SetForAWhile(int bytes)
    {
        Set(bytes);
        if (_current == 1)
            return;
        _timer ??= new(static mark => ((LowWaterMark)mark!).Fall(), this, Timeout.Infinite, Timeout.Infinite);
        _timer.Change(Holds, Timeout.InfiniteTimeSpan);
    }

    public void Dispose() => _timer?.Dispose();

    private void Fall()
    {
        try
        {
            Set(1);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection was closed meanwhile.
        }
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
