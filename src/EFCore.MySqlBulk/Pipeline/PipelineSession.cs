using System.Diagnostics;
using System.Net.Security;
using System.Net.Sockets;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Talks to MySQL or MariaDB over the stream of a session that a driver has opened, and can keep many statements in flight. Only one thread
/// may use it at a time, except for <see cref="Abort" />. It leaves no state between the driver's commands: each command of the protocol starts its
/// packet numbers anew.</summary>
internal sealed class PipelineSession : IDisposable
{
    private readonly PacketTransport _transport;
    private readonly PacketBuffer _packets = new();
    private readonly AnswerReader _answer;
    private readonly Queue<SentStatement> _unanswered = new();
    private readonly PipelineFormat _format;
    private Flight? _flight;

    /// <param name="stream">The stream, without unread bytes.</param>
    /// <param name="socket">The socket under the stream, if it is known.</param>
    /// <param name="format">The negotiated capabilities.</param>
    /// <param name="database">The current database, as the driver knows it.</param>
    /// <param name="synchronous">Whether it blocks instead of awaiting.</param>
    public PipelineSession(Stream stream, Socket? socket, PipelineFormat format, string database, bool synchronous)
    {
        _format = format;
        _answer = new(format, database);
        SwitchNagleOff(socket);
        // A blocked reader of TLS would wait for the socket, although the stream has read what it waits for.
        LowWaterMark? mark = socket is null || (synchronous && stream is SslStream) ? null : new(socket);
        _transport = new(stream, mark, synchronous ? new SynchronousMode() : new AsynchronousMode());
    }

    /// <summary>Whether the session is usable; false for good after any failure but a server's error.</summary>
    public bool IsUsable => !_transport.IsBroken;

    /// <summary>Whether every answer has been read, and nothing else has arrived: a server sends unrequested packets only to end the session.</summary>
    public bool IsQuiet => IsUsable && IsIdle && _transport.Gathered == 0;

    /// <summary>Runs statements as text and returns the rows of all their results.</summary>
    /// <exception cref="ServerException">The server refused one; those after it were not run.</exception>
    public async ValueTask<IReadOnlyList<string?[]>> QueryAsync(string sql)
    {
        TextRows rows = new();
        await QueryAsync(sql.AsMemory(), rows).ConfigureAwait(false);
        return rows.Rows;
    }

    /// <summary>Runs statements as text, and passes their rows to a receiver.</summary>
    /// <exception cref="ServerException">The server refused one; those after it were not run.</exception>
    public async ValueTask QueryAsync(ReadOnlyMemory<char> sql, RowReceiver rows)
    {
        CheckIdle();
        try
        {
            _packets.Begin();
            ComQuery.Write(_packets, sql.Span, _format);
            _transport.Expect(_packets.End());
            await _transport.SendAsync(_packets).ConfigureAwait(false);
            _answer.Begin(AnswerKind.Results, rows);
            while (!_answer.IsComplete)
                await TakeAsync().ConfigureAwait(false);
        }
        catch (ProtocolException)
        {
            _transport.Abort();
            throw;
        }

        if (_answer.Error is { } error)
            throw error;
    }

    /// <summary>Starts a flight; the previous one must be complete.</summary>
    public Flight StartFlight(FlightLimits limits, OutcomeReceiver outcomes)
    {
        CheckIdle();
        return _flight = new(_transport, _packets, _answer, _unanswered, limits, _format, outcomes);
    }

    /// <summary>Stops sending and reading. The owner of the stream closes it.</summary>
    public void Abort() => _transport.Abort();

    /// <summary>Restores the socket for its owner, until the next use.</summary>
    public void Rest() => _transport.Rest();

    /// <summary>Frees the buffers, and restores the stream.</summary>
    public void Dispose()
    {
        _transport.Dispose();
        _packets.Dispose();
    }

    // Connector/NET leaves Nagle's algorithm on. A small write then waits until the one before is acknowledged, which the server's kernel delays by some 40 ms where the server has no answer to send:
    // after a statement is closed, or content of LOAD DATA has arrived. It stays off, since the driver's next command, as COMMIT, would wait in the same way.
    private static void SwitchNagleOff(Socket? socket)
    {
        if (socket is { AddressFamily: AddressFamily.InterNetwork or AddressFamily.InterNetworkV6, NoDelay: false })
            socket.NoDelay = true;
    }

    private bool IsIdle => _flight is null || _flight.Answered == _flight.Sent;

    private void CheckIdle()
    {
        if (!IsIdle)
            throw new UnreachableException("Statements are in flight.");
    }

    private async ValueTask TakeAsync()
    {
        while (!TakePacket())
            await _transport.ReceiveAsync().ConfigureAwait(false);
        if (_answer.WantsData)
            await new LoadDataContent(_transport, _packets, null).SendAsync(_answer).ConfigureAwait(false);
    }

    private bool TakePacket()
    {
        if (!_transport.TryTake(out ReadOnlySpan<byte> packet))
            return false;
        _answer.Read(packet);
        return true;
    }
}
