using System.Net;
using System.Net.Sockets;
using EFCore.MySqlBulk.Pipeline;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>Plays a server on a loopback socket: completes the handshake, then does what the test says.</summary>
internal sealed class ScriptedServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Task _serving;

    /// <param name="script">Runs after the handshake; the connection is closed when it returns.</param>
    /// <param name="greeting">The first packet; by default that of a server with all required capabilities.</param>
    /// <param name="completesHandshake">If false, the script begins right after the greeting.</param>
    public ScriptedServer(Action<NetworkStream> script, byte[]? greeting = null, bool completesHandshake = true)
    {
        _listener.Start();
        _serving = Task.Run(() => Serve(script, greeting ?? ServerBytes.Greeting(), completesHandshake));
    }

    public PipelineSettings Settings => new()
    {
        Host = "127.0.0.1",
        Port = ((IPEndPoint)_listener.LocalEndpoint).Port,
        User = "somebody",
        ConnectTimeout = TimeSpan.FromSeconds(60),
    };

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
        _listener.Stop();
        await _serving;
    }

    private void Serve(Action<NetworkStream> script, byte[] greeting, bool completesHandshake)
    {
        try
        {
            using TcpClient client = _listener.AcceptTcpClient();
            client.NoDelay = true;
            using NetworkStream stream = client.GetStream();
            stream.Write(ServerBytes.Frames(greeting, 0));
            if (completesHandshake)
            {
                Read(stream);
                stream.Write(ServerBytes.Frames(ServerBytes.Ok, 2));
            }

            script(stream);
        }
        catch (Exception e) when (e is IOException or SocketException or InvalidOperationException)
        {
            // The client disconnected or never came, which some tests intend.
        }
    }
}
