using System.Net;
using System.Net.Security;
using System.Net.Sockets;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Releases the thread while it waits.</summary>
internal sealed class AsynchronousMode : TransportMode
{
    public override async ValueTask<IPAddress[]> ResolveAsync(string host, CancellationToken token)
        => await Dns.GetHostAddressesAsync(host, token).ConfigureAwait(false);

    public override ValueTask ConnectAsync(Socket socket, EndPoint endPoint, CancellationToken token) => socket.ConnectAsync(endPoint, token);

    public override void Prepare(Socket socket)
    {
    }

    public override async ValueTask AuthenticateAsync(SslStream stream, SslClientAuthenticationOptions options, CancellationToken token)
        => await stream.AuthenticateAsClientAsync(options, token).ConfigureAwait(false);

    public override ValueTask<int> ReadAsync(Stream stream, Memory<byte> to) => stream.ReadAsync(to);

    public override ValueTask WriteAsync(Stream stream, ReadOnlyMemory<byte> from) => stream.WriteAsync(from);
}
