using System.Net;
using System.Net.Sockets;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>
/// Stands between client and server on a loopback port and counts how often the client sends after the server has answered:
/// that is a round trip, however many statements it carries, on every driver and server, with or without TLS.
/// </summary>
internal sealed class CountingRelay : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly string _host;
    private readonly int _port;
    private readonly Task _accepting;
    private int _roundTrips;

    public CountingRelay(string host, int port)
    {
        (_host, _port) = (host, port);
        _listener.Start();
        Port = ((IPEndPoint)_listener.LocalEndpoint).Port;
        _accepting = AcceptAsync();
    }

    public int Port { get; }

    public int RoundTrips => Volatile.Read(ref _roundTrips);

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listener.Stop();
        await _accepting;
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        List<Task> relaying = [];
        try
        {
            while (true)
                relaying.Add(RelayAsync(await _listener.AcceptTcpClientAsync(_end.Token)));
        }
        catch (OperationCanceledException)
        {
            await Task.WhenAll(relaying);
        }
    }

    private async Task RelayAsync(TcpClient client)
    {
        using (client)
        using (TcpClient server = new() { NoDelay = true })
        {
            client.NoDelay = true;
            try
            {
                await server.ConnectAsync(_host, _port, _end.Token);
                int serverSpoke = 0;
                Task back = PumpAsync(server.GetStream(), client.GetStream(), () => Volatile.Write(ref serverSpoke, 1));
                Task forth = PumpAsync(client.GetStream(), server.GetStream(), () => Interlocked.Add(ref _roundTrips, Interlocked.Exchange(ref serverSpoke, 0)));
                await Task.WhenAny(back, forth);
            }
            catch (Exception exception) when (exception is IOException or SocketException or OperationCanceledException)
            {
                // One end is gone, so the relay ends too.
            }
        }
    }

    private async Task PumpAsync(NetworkStream from, NetworkStream to, Action onBytes)
    {
        byte[] buffer = new byte[64 * 1024];
        while (await from.ReadAsync(buffer, _end.Token) is > 0 and int count)
        {
            onBytes();
            await to.WriteAsync(buffer.AsMemory(0, count), _end.Token);
        }
    }
}
