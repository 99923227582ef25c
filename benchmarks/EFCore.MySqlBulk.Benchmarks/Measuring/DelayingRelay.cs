using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>
/// Stands between client and server on a loopback port and delays every byte by half a round trip each way, as a long line does.
/// It does not limit the bandwidth, and keeps the order of bytes.
/// </summary>
internal sealed class DelayingRelay : IDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly ConcurrentBag<Socket> _sockets = [];
    private readonly ServerAddress _server;
    private readonly TimeSpan _delay;

    private DelayingRelay(ServerAddress server, TimeSpan roundTrip)
    {
        (_server, _delay) = (server, roundTrip / 2);
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        Port = ((IPEndPoint)_listener.LocalEndPoint!).Port;
        BackgroundThread.Start("relay, accepting", Accept);
    }

    /// <exception cref="IOException">The server is not reached by host and port.</exception>
    public static DelayingRelay To(BenchDatabase database, TimeSpan roundTrip)
        => new(ServerAddress.Of(database) ?? throw new IOException("--rtt needs a server that is reached by host and port"), roundTrip);

    public int Port { get; }

    /// <summary>Closes every connection, which ends their threads.</summary>
    public void Dispose()
    {
        _listener.Dispose();
        foreach (Socket socket in _sockets)
            socket.Dispose();
    }

    private void Accept()
    {
        try
        {
            while (true)
                Join(_listener.Accept());
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The relay is closed.
        }
    }

    private void Join(Socket client)
    {
        Socket server = new(SocketType.Stream, ProtocolType.Tcp);
        _sockets.Add(client);
        _sockets.Add(server);
        client.NoDelay = server.NoDelay = true;
        try
        {
            server.Connect(_server.Host, _server.Port);
        }
        catch (SocketException)
        {
            // The client sees what it would see without a relay: nobody is there.
            client.Dispose();
            return;
        }
        DelayLine.Lay(client, server, _delay);
        DelayLine.Lay(server, client, _delay);
    }
}
