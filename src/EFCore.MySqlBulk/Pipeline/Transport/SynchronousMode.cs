using System.Net;
using System.Net.Security;
using System.Net.Sockets;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Waits on the calling thread.</summary>
internal sealed class SynchronousMode : TransportMode
{
    public override ValueTask<IPAddress[]> ResolveAsync(string host, CancellationToken token) => new(Dns.GetHostAddresses(host));

    public override ValueTask ConnectAsync(Socket socket, EndPoint endPoint, CancellationToken token)
    {
        // Closing the socket ends a connect that nobody answers.
        using CancellationTokenRegistration registration = token.UnsafeRegister(static s => ((Socket)s!).Dispose(), socket);
        socket.Connect(endPoint);
        return default;
    }

    // A send must be able to report that it would block.
    public override void Prepare(Socket socket) => socket.Blocking = false;

    public override ValueTask AuthenticateAsync(SslStream stream, SslClientAuthenticationOptions options, CancellationToken token)
    {
        stream.AuthenticateAsClient(options);
        return default;
    }

    public override ValueTask<int> ReadAsync(Stream stream, Memory<byte> to) => new(stream.Read(to.Span));

    public override ValueTask WriteAsync(Stream stream, ReadOnlyMemory<byte> from)
    {
        stream.Write(from.Span);
        return default;
    }
}
