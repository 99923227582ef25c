using System.Collections.Concurrent;
using System.Data.Common;
using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>A loopback relay to a server. It delays, splits, stalls and breaks connections as a policy says.</summary>
public sealed class FaultProxy : IAsyncDisposable
{
    private readonly IPEndPoint _server;
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly ConcurrentQueue<ProxyLink> _links = [];
    private readonly ConcurrentQueue<Task> _running = [];
    private readonly Task _accepting;

    /// <param name="connectionString">The server's own connection string; host and port are read from it.</param>
    /// <param name="policy">What happens to connections; null relays them as they are.</param>
    public FaultProxy(string connectionString, FaultPolicy? policy = null)
    {
        Policy = policy ?? new();
        DbConnectionStringBuilder settings = new() { ConnectionString = connectionString };
        _server = new(IPAddress.Parse((string)settings["Server"]), int.Parse((string)settings["Port"], CultureInfo.InvariantCulture));
        Shrink(_listener);
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(512);
        _accepting = AcceptAsync();
    }

    /// <summary>Applies to connections that are accepted from now on.</summary>
    public FaultPolicy Policy { get; set; }

    public int Port => ((IPEndPoint)_listener.LocalEndPoint!).Port;

    /// <summary>Every connection so far, including those that have ended.</summary>
    public IReadOnlyCollection<ProxyLink> Links => _links;

    /// <summary>The connections that carried statements in flight.</summary>
    public IEnumerable<ProxyLink> Pipelines => _links.Where(link => link.IsPipeline);

    /// <summary>A connection string that leads through the proxy.</summary>
    public string ConnectionString(string direct, string more = "") => new DbConnectionStringBuilder
    {
        ConnectionString = $"{direct};Server=127.0.0.1;Port={Port.ToString(CultureInfo.InvariantCulture)};{more}",
    }.ConnectionString;

    public async ValueTask DisposeAsync()
    {
        _listener.Dispose();
        await _accepting;
        foreach (ProxyLink link in _links)
            link.Reset();
        await Task.WhenAll(_running);
        foreach (ProxyLink link in _links)
            link.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                await RelayAsync(await _listener.AcceptAsync().ConfigureAwait(false)).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The proxy was disposed of.
        }
    }

    private async Task RelayAsync(Socket client)
    {
        Socket server = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        Shrink(client);
        Shrink(server);
        client.NoDelay = server.NoDelay = true;
        try
        {
            await server.ConnectAsync(_server).ConfigureAwait(false);
        }
        catch (SocketException)
        {
            // The server is gone, and its clients learn it the same way.
            client.LingerState = new(true, 0);
            client.Dispose();
            server.Dispose();
            return;
        }
        ProxyLink link = new(client, server);
        _links.Enqueue(link);
        _running.Enqueue(link.RunAsync(Policy));
    }

    private void Shrink(Socket socket)
    {
        if (Policy.SocketBytes is { } bytes)
            socket.ReceiveBufferSize = socket.SendBufferSize = bytes;
    }
}
