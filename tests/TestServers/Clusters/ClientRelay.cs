using System.Net;
using System.Net.Sockets;

namespace TestServers.Clusters;

/// <summary>The way of clients to a member in a network of its own: from its loopback address and port to its Unix socket, which crosses networks.</summary>
internal sealed class ClientRelay : IDisposable
{
    private readonly TcpListener _listener;
    private readonly UnixDomainSocketEndPoint _server;

    private ClientRelay(IPAddress address, int port, string socket)
    {
        _server = new(socket);
        _listener = new(address, port);
        _listener.Start();
        _ = AcceptAsync();
    }

    /// <param name="address">The member's address.</param>
    /// <param name="port">Its port.</param>
    /// <param name="socket">Its Unix socket.</param>
    public static ClientRelay Start(IPAddress address, int port, string socket) => new(address, port, socket);

    /// <summary>Accepts no more connections. Those there are end with the server.</summary>
    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = RelayAsync(await _listener.AcceptSocketAsync().ConfigureAwait(false));
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or InvalidOperationException)
        {
            // It has been disposed of.
        }
    }

    private async Task RelayAsync(Socket client)
    {
        using Socket server = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        using (client)
        {
            try
            {
                client.NoDelay = true;
                await server.ConnectAsync(_server).ConfigureAwait(false);
                await Task.WhenAny(CopyAsync(client, server), CopyAsync(server, client)).ConfigureAwait(false);
            }
            catch (SocketException)
            {
                // The server does not run, which its client learns from the closed connection.
            }
        }
    }

    private static async Task CopyAsync(Socket from, Socket to)
    {
        try
        {
            byte[] buffer = new byte[65_536];
            for (int count; (count = await from.ReceiveAsync(buffer).ConfigureAwait(false)) > 0;)
            {
                for (int sent = 0; sent < count;)
                    sent += await to.SendAsync(buffer.AsMemory(sent, count - sent)).ConfigureAwait(false);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // One side has ended.
        }
    }
}
