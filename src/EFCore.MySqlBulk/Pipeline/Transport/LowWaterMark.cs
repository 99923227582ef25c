using System.Net.Sockets;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Tells the kernel how many bytes are worth waking up for.</summary>
/// <remarks>
/// The server flushes one small answer per statement, and waking for each costs more than the row itself. Linux wakes a reader earlier by
/// itself when the connection ends or memory is short, so a mark that is no more than what must still come can hold nobody up.
/// </remarks>
internal sealed class LowWaterMark
{
    private const int SolSocket = 1;
    private const int SoReceiveLowWater = 18;
    private readonly Socket _socket;
    private readonly int _highest;
    private int _current = 1;

    public LowWaterMark(Socket socket)
    {
        _socket = socket;
        bool supported = OperatingSystem.IsLinux() && socket.AddressFamily is AddressFamily.InterNetwork or AddressFamily.InterNetworkV6;
        _highest = supported ? Math.Max(socket.ReceiveBufferSize / 2, 1) : 1;
    }

    public void Set(int bytes)
    {
        int mark = Math.Clamp(bytes, 1, _highest);
        if (mark == _current)
            return;
        Span<byte> value = stackalloc byte[sizeof(int)];
        BitConverter.TryWriteBytes(value, mark);
        _socket.SetRawSocketOption(SolSocket, SoReceiveLowWater, value);
        _current = mark;
    }
}
