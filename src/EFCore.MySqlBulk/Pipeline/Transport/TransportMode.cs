using System.Net;
using System.Net.Security;
using System.Net.Sockets;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>How a session waits, chosen once when it is opened. Synchronous tasks are complete when they are returned.</summary>
internal abstract class TransportMode
{
    public static TransportMode Of(bool synchronous) => synchronous ? new SynchronousMode() : new AsynchronousMode();

    public abstract ValueTask<IPAddress[]> ResolveAsync(string host, CancellationToken token);

    public abstract ValueTask ConnectAsync(Socket socket, EndPoint endPoint, CancellationToken token);

    /// <summary>Called once the socket is connected.</summary>
    public abstract void Prepare(Socket socket);

    public abstract ValueTask AuthenticateAsync(SslStream stream, SslClientAuthenticationOptions options, CancellationToken token);

    public abstract ValueTask<int> ReadAsync(Stream stream, Memory<byte> to);

    public abstract ValueTask WriteAsync(Stream stream, ReadOnlyMemory<byte> from);
}
