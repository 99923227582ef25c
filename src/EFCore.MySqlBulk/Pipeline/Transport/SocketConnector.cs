using System.Net;
using System.Net.Sockets;

namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Opens the socket; over TCP, to the first address that answers.</summary>
internal static class SocketConnector
{
    public static async ValueTask<Socket> ConnectAsync(PipelineSettings settings, TransportMode mode, CancellationToken token)
    {
        if (settings.UnixSocket is { } path)
            return await ConnectAsync(new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified), new UnixDomainSocketEndPoint(path), mode, token)
                .ConfigureAwait(false);
        IPAddress[] addresses = IPAddress.TryParse(settings.Host, out IPAddress? address)
            ? [address]
            : await mode.ResolveAsync(settings.Host, token).ConfigureAwait(false);
        for (int i = 0; ; i++)
        {
            try
            {
                token.ThrowIfCancellationRequested();
                if (addresses.Length == 0)
                    throw new SocketException((int)SocketError.HostNotFound);
                return await ConnectAsync(Tcp(addresses[i]), new IPEndPoint(addresses[i], settings.Port), mode, token).ConfigureAwait(false);
            }
            catch (SocketException) when (i < addresses.Length - 1 && !token.IsCancellationRequested)
            {
            }
        }
    }

    private static Socket Tcp(IPAddress address)
    {
        Socket socket = new(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        return socket;
    }

    private static async ValueTask<Socket> ConnectAsync(Socket socket, EndPoint endPoint, TransportMode mode, CancellationToken token)
    {
        try
        {
            await mode.ConnectAsync(socket, endPoint, token).ConfigureAwait(false);
            mode.Prepare(socket);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
