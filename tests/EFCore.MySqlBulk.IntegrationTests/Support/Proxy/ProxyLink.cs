using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net.Sockets;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>One client's connection through the proxy, and what the proxy saw of it.</summary>
public sealed class ProxyLink : IDisposable
{
    private readonly Socket _client;
    private readonly Socket _server;
    private readonly CancellationTokenSource _stopped = new();
    private readonly ConcurrentDictionary<CommandCode, int> _commands = new();
    private readonly ConcurrentQueue<string> _queries = [];
    private volatile bool _isEncrypted;
    private volatile bool _isCut;
    private int _arrivedAtClient;
    private int _arrivedAtServer;

    internal ProxyLink(Socket client, Socket server)
    {
        _client = client;
        _server = server;
    }

    /// <summary>The server's number for the connection, from its greeting.</summary>
    public uint ThreadId { get; private set; }

    public bool IsEncrypted => _isEncrypted;

    /// <summary>Round trips that had to wait for each other: something was sent after an answer to the previous one had come.</summary>
    public int RoundTrips => Volatile.Read(ref _arrivedAtServer);

    /// <summary>The last command that was sent.</summary>
    public CommandCode? LastCommand { get; private set; }

    /// <summary>Whether the last command was a COMMIT.</summary>
    public bool IsCommitting { get; private set; }

    /// <summary>Packets that the server sent.</summary>
    public int Answers { get; private set; }

    /// <summary>Bytes of packets that the client sent.</summary>
    public long BytesToServer { get; private set; }

    /// <summary>Bytes of packets that the server sent.</summary>
    public long BytesToClient { get; private set; }

    /// <summary>The text of every query and of every statement that was prepared.</summary>
    public IReadOnlyCollection<string> Queries => _queries;

    /// <summary>Whether it has carried statements in flight; faults do not apply to what a context sends before.</summary>
    public bool IsPipeline => _queries.Any(query => query.Contains("SET SESSION TRANSACTION READ ONLY", StringComparison.Ordinal) || query.Contains("autocommit=0", StringComparison.Ordinal));

    /// <summary>How many transactions were begun on it.</summary>
    public int Transactions => _queries.Count(query => query.Contains("start transaction", StringComparison.OrdinalIgnoreCase) || query.EndsWith("BEGIN", StringComparison.OrdinalIgnoreCase));

    /// <summary>Executions of prepared statements so far.</summary>
    public int Executions => Sent(CommandCode.StatementExecute);

    internal CancellationToken Stopped => _stopped.Token;

    /// <summary>Commands of one kind so far.</summary>
    public int Sent(CommandCode code) => _commands.GetValueOrDefault(code);

    /// <summary>Resets both sides.</summary>
    public void Reset()
    {
        try
        {
            _client.LingerState = _server.LingerState = new(true, 0);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has already ended.
        }
        Close();
    }

    /// <summary>Ends the relaying and leaves the sockets as they are.</summary>
    public void Cut()
    {
        _isCut = true;
        _stopped.Cancel();
    }

    public override string ToString()
        => $"thread {ThreadId}, {BytesToServer} bytes in {Executions} executions to the server, {BytesToClient} bytes in {Answers} packets back, {RoundTrips} round trips";

    public void Dispose() => _stopped.Dispose();

    internal async Task RunAsync(FaultPolicy policy)
    {
        Relay toServer = new(this, _client, _server, toServer: true, policy);
        Relay toClient = new(this, _server, _client, toServer: false, policy);
        await Task.WhenAll(toServer.RunAsync(), toClient.RunAsync()).ConfigureAwait(false);
        if (!_isCut)
            Close();
    }

    internal void Close()
    {
        _stopped.Cancel();
        _client.Dispose();
        _server.Dispose();
    }

    internal void Count(in RelayedPacket packet)
    {
        if (packet.IsGreeting)
            ThreadId = BinaryPrimitives.ReadUInt32LittleEndian(packet.Payload.Span[packet.AfterVersion..]);
        if (!packet.ToServer)
            Answers++;
        if (packet.ToServer)
            BytesToServer += packet.Bytes.Length;
        else
            BytesToClient += packet.Bytes.Length;
        if (packet.IsTlsRequest)
            _isEncrypted = true;
        if (packet.Command is not { } command)
            return;
        (LastCommand, IsCommitting) = (command, packet.IsCommit);
        _commands.AddOrUpdate(command, 1, static (_, count) => count + 1);
        if (command is CommandCode.Query or CommandCode.StatementPrepare)
            _queries.Enqueue(packet.Text);
    }

    /// <summary>The round trip of the bytes that are being sent.</summary>
    internal int RoundTripOf(bool toServer) => toServer ? Volatile.Read(ref _arrivedAtClient) + 1 : Volatile.Read(ref _arrivedAtServer);

    internal void Arriving(bool toServer, int roundTrip)
    {
        if (toServer)
            Volatile.Write(ref _arrivedAtServer, roundTrip);
        else
            Volatile.Write(ref _arrivedAtClient, roundTrip);
    }
}
