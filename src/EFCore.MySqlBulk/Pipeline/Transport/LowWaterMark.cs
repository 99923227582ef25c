using System.Net.Sockets;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Tells the kernel how many bytes are worth waking up for.</summary>
/// <remarks>
/// The server flushes one small answer per statement, and waking for each costs more than the row itself. Linux wakes a reader earlier by
/// itself when the connection ends or memory is short, so a mark that is no more than what must still come can hold nobody up for good.
/// But it acknowledges what nobody reads only after some 40 ms, and the server's kernel may send no more until then. So the mark falls after a
/// few milliseconds, which a server with a window of statements before it does not notice.
/// </remarks>
internal sealed class LowWaterMark : IDisposable
{
    private const int SolSocket = 1;
    private const int SoReceiveLowWater = 18;
    private const int HoldsMilliseconds = 12;
    private readonly object _lock = new();
    private readonly Socket _socket;
    private readonly int _highest;
    private readonly Timer? _timer;
    private int _current = 1;

    public LowWaterMark(Socket socket)
    {
        _socket = socket;
        bool supported = OperatingSystem.IsLinux() && socket.AddressFamily is AddressFamily.InterNetwork or AddressFamily.InterNetworkV6;
        _highest = supported ? Math.Max(socket.ReceiveBufferSize / 2, 1) : 1;
        if (supported)
            _timer = new(static mark => ((LowWaterMark)mark!).Fall(), this, Timeout.Infinite, Timeout.Infinite);
    }

    public void Set(int bytes)
    {
        int mark = Math.Clamp(bytes, 1, _highest);
        lock (_lock)
            Tell(mark);
        if (mark > 1)
            _timer!.Change(HoldsMilliseconds, Timeout.Infinite);
    }

    public void Dispose() => _timer?.Dispose();

    // Who waits is woken if there is anything to read.
    private void Fall()
    {
        try
        {
            lock (_lock)
                Tell(1);
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
