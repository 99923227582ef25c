using System.Net;
using System.Net.Sockets;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>Plays a server on a loopback socket, with a session that somebody else has opened; then does what the test says.</summary>
internal sealed class ScriptedServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly TcpClient _client = new();
    private readonly Task _serving;

    /// <param name="script">The server's part; the connection is closed when it returns.</param>
    public ScriptedServer(Action<NetworkStream> script)
    {
        _listener.Start();
        _serving = Task.Run(() => Serve(script));
        _client.Connect((IPEndPoint)_listener.LocalEndpoint);
        _client.NoDelay = true;
    }

    /// <summary>The client's end.</summary>
    public NetworkStream Stream => _client.GetStream();

    /// <summary>A session over the client's end.</summary>
    public PipelineSession Open(bool synchronous, PipelineFormat? format = null) => new(Stream, _client.Client, format ?? Formats.Plain, database: "here", synchronous);

    /// <summary>Reads one packet from the client, and returns its payload.</summary>
    public static byte[] Read(NetworkStream client)
    {
        using MemoryStream packet = new();
        byte[] header = new byte[4];
        int length;
        do
        {
            client.ReadExactly(header);
            length = header[0] | (header[1] << 8) | (header[2] << 16);
            byte[] frame = new byte[length];
            client.ReadExactly(frame);
            packet.Write(frame);
        }
        while (length == 0xFFFFFF);
        return packet.ToArray();
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        _listener.Stop();
        await _serving;
    }

    private void Serve(Action<NetworkStream> script)
    {
        try
        {
            using TcpClient client = _listener.AcceptTcpClient();
            client.NoDelay = true;
            using NetworkStream stream = client.GetStream();
            script(stream);
        }
        catch (Exception e) when (e is IOException or SocketException or InvalidOperationException)
        {
            // The client disconnected, which some tests intend.
        }
    }
}
