using System.Diagnostics;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>A client's session with MySQL or MariaDB that can keep many statements in flight. Only one thread may use it at a time, except for <see cref="Abort" />.</summary>
internal sealed class PipelineSession
{
    private readonly PacketTransport _transport;
    private readonly PacketBuffer _packets;
    private readonly AnswerReader _answer;
    private readonly Queue<SentStatement> _unanswered = new();
    private Flight? _flight;
    private Flight? _reset;
    private int _closed;

    private PipelineSession(PacketTransport transport, PacketBuffer packets, HandshakeResult handshake)
    {
        _transport = transport;
        _packets = packets;
        _answer = new(handshake.Capabilities.HasFlag(Capabilities.DeprecateEof));
        ServerVersion = handshake.Greeting.ServerVersion;
        ConnectionId = handshake.Greeting.ConnectionId;
        HasBulkExecute = handshake.Capabilities.HasFlag(Capabilities.BulkOperations);
        IsEncrypted = handshake.Capabilities.HasFlag(Capabilities.Tls);
        RoundTrip = handshake.RoundTrip;
    }

    public string ServerVersion { get; }

    public uint ConnectionId { get; }

    public bool IsEncrypted { get; }

    /// <summary>MariaDB: one execution can carry many rows.</summary>
    public bool HasBulkExecute { get; }

    /// <summary>False for good after anything but a server's error.</summary>
    public bool IsUsable => !_transport.IsBroken;

    /// <summary>The time of the shortest exchange so far.</summary>
    public TimeSpan RoundTrip { get; private set; }

    public static async ValueTask<PipelineSession> OpenAsync(PipelineSettings settings, bool synchronous, CancellationToken token)
    {
        TransportMode mode = TransportMode.Of(synchronous);
        using CancellationTokenSource deadline = CancellationTokenSource.CreateLinkedTokenSource(token);
        deadline.CancelAfter(settings.ConnectTimeout);
        PacketTransport? transport = null;
        PacketBuffer packets = new();
        try
        {
            transport = new(new(await SocketConnector.ConnectAsync(settings, mode, deadline.Token).ConfigureAwait(false)), mode);
            using CancellationTokenRegistration registration = deadline.Token.UnsafeRegister(static t => ((PacketTransport)t!).Abort(), transport);
            HandshakeResult handshake = await new HandshakeExchange(transport, packets, settings).RunAsync(deadline.Token).ConfigureAwait(false);
            registration.Unregister();
            deadline.Token.ThrowIfCancellationRequested();
            return new(transport, packets, handshake);
        }
        catch (Exception e)
        {
            transport?.Dispose();
            packets.Dispose();
            if (token.IsCancellationRequested)
                throw new OperationCanceledException(e.Message, e, token);
            if (deadline.IsCancellationRequested)
                throw new PipelineBrokenException($"The server did not answer within {settings.ConnectTimeout.TotalSeconds:0.###} s.", new TimeoutException(e.Message, e));
            if (PacketTransport.IsTransportTrouble(e))
                throw new PipelineBrokenException($"The server cannot be reached: {e.Message}", e);
            throw;
        }
    }

    /// <summary>Runs statements as text and returns the rows of all their results.</summary>
    /// <exception cref="ServerException">The server refused one; those after it were not run.</exception>
    public async ValueTask<IReadOnlyList<string?[]>> QueryAsync(string sql)
    {
        TextRows rows = new();
        await ExchangeAsync(sql, rows, null).ConfigureAwait(false);
        return rows.Rows;
    }

    /// <summary>Runs <c>LOAD DATA LOCAL</c> with the bytes that <paramref name="read" /> returns until it returns none. Returns the number of rows stored.</summary>
    public async ValueTask<long> LoadDataAsync(string sql, Func<Memory<byte>, ValueTask<int>> read)
        => (long)(await ExchangeAsync(sql, null, read).ConfigureAwait(false)).AffectedRows;

    /// <summary>Requests a reset to the state after the handshake, and does not wait; nothing else can be sent before <see cref="EndResetAsync" />.</summary>
    public ValueTask BeginResetAsync()
    {
        _reset = StartFlight(FlightLimits.Default, new ResetOutcome());
        _reset.ResetConnection();
        return _reset.PumpAsync();
    }

    /// <summary>Waits for the reset. The session may have ended afterwards: <see cref="IsUsable" /> tells.</summary>
    public async ValueTask EndResetAsync()
    {
        if (_reset is not null)
            await _reset.CompleteAsync().ConfigureAwait(false);
        _reset = null;
        // A server that speaks without being asked is closing the session.
        if (!_transport.IsQuiet)
            _transport.Abort();
    }

    /// <summary>Starts a flight; the previous one must be complete.</summary>
    public Flight StartFlight(FlightLimits limits, OutcomeReceiver outcomes)
    {
        CheckIdle();
        return _flight = new(this, _transport, _packets, _answer, _unanswered, limits, outcomes);
    }

    /// <summary>Closes the connection at once, from any thread; a thread that waits on it gets a <see cref="PipelineBrokenException" />.</summary>
    public void Abort() => _transport.Abort();

    /// <summary>Ends the session. It never throws.</summary>
    public async ValueTask CloseAsync()
    {
        if (Interlocked.Exchange(ref _closed, 1) != 0)
            return;
        try
        {
            if (IsUsable && IsIdle)
            {
                _packets.Begin();
                ComQuit.Write(_packets);
                _packets.End();
                await _transport.SendAsync(_packets).ConfigureAwait(false);
            }
        }
        catch (PipelineBrokenException)
        {
        }
        finally
        {
            _transport.Dispose();
            _packets.Dispose();
        }
    }

    private bool IsIdle => _flight is null || _flight.Answered == _flight.Sent;

    private void CheckIdle()
    {
        if (!IsIdle)
            throw new InvalidOperationException("Statements are in flight.");
    }

    private async ValueTask<OkPacket> ExchangeAsync(string sql, RowReceiver? rows, Func<Memory<byte>, ValueTask<int>>? data)
    {
        CheckIdle();
        long start = Stopwatch.GetTimestamp();
        try
        {
            _packets.Begin();
            ComQuery.Write(_packets, sql);
            _transport.Expect(_packets.End());
            await _transport.SendAsync(_packets).ConfigureAwait(false);
            _answer.Begin(AnswerKind.Results, rows);
            while (!_answer.IsComplete)
                await TakeAsync(data).ConfigureAwait(false);
        }
        catch (ProtocolException)
        {
            _transport.Abort();
            throw;
        }

        if (Stopwatch.GetElapsedTime(start) is var took && took < RoundTrip)
            RoundTrip = took;
        return _answer.Error is null ? _answer.Outcome : throw _answer.Error;
    }

    private async ValueTask TakeAsync(Func<Memory<byte>, ValueTask<int>>? data)
    {
        while (!TakePacket())
            await _transport.ReceiveAsync().ConfigureAwait(false);
        if (!_answer.WantsData)
            return;
        await new LoadDataContent(_transport, _packets).SendAsync(data).ConfigureAwait(false);
        _answer.DataSent(offered: data is not null);
    }

    private bool TakePacket()
    {
        if (!_transport.TryTake(out ReadOnlySpan<byte> packet))
            return false;
        _answer.Read(packet);
        return true;
    }
}
