using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Reads one answer, packet by packet, to its end: any number of results, or the answer to a prepare.</summary>
/// <param name="format">The negotiated capabilities.</param>
/// <param name="database">The current database, as the driver knows it.</param>
internal sealed class AnswerReader(PipelineFormat format, string database)
{
    private const int MaxColumns = 4096;
    private const long MaxKeptBytes = 256 * 1024 * 1024;
    private readonly List<OkPacket> _results = [];
    private State _state;
    private int _columns;
    private int _definitions;
    private int _moreDefinitions;
    private long _keptBytes;

    private enum State
    {
        Head,
        Prepare,
        Definitions,
        EndOfDefinitions,
        Rows,
        PreparedDefinitions,
        EndOfPreparedDefinitions,
        LoadData,
        Refused,
    }

    /// <summary>Whether the end of the answer has been read.</summary>
    public bool IsComplete { get; private set; } = true;

    /// <summary>Whether the server waits for the content of LOAD DATA LOCAL.</summary>
    public bool WantsData => _state == State.LoadData;

    /// <summary>Receives the rows of the results, if they are requested.</summary>
    public RowReceiver? Rows { get; private set; }

    public OkPacket Outcome { get; private set; }

    /// <summary>The outcome of each statement that succeeded, if the text had several.</summary>
    public IReadOnlyList<OkPacket> Results => _results;

    public ServerException? Error { get; private set; }

    public StmtPrepareOk Prepared { get; private set; }

    public void Begin(AnswerKind kind, RowReceiver? rows = null)
    {
        _state = kind == AnswerKind.Prepared ? State.Prepare : State.Head;
        Rows = rows;
        _keptBytes = 0;
        _results.Clear();
        IsComplete = false;
        Outcome = default;
        Error = null;
    }

    /// <summary>Records that the content requested by <see cref="WantsData" /> has been sent, or nothing if none was <paramref name="offered" />.</summary>
    public void DataSent(bool offered) => _state = offered ? State.Head : State.Refused;

    /// <summary>Reads the next packet of the answer.</summary>
    public void Read(ReadOnlySpan<byte> packet)
    {
        if (packet.IsEmpty)
            throw new ProtocolException("The server sent an empty packet.");
        if (ErrPacket.Is(packet))
        {
            Error = ErrPacket.Read(packet);
            IsComplete = true;
            return;
        }

        switch (_state)
        {
            case State.Head: ReadHead(packet); break;
            case State.Rows: ReadRow(packet); break;
            case State.Prepare: ReadPrepared(packet); break;
            case State.Definitions or State.PreparedDefinitions: ReadDefinition(packet); break;
            case State.EndOfDefinitions or State.EndOfPreparedDefinitions: ReadEnd(packet); break;
            // Only an error guarantees that nothing was stored.
            default: throw new ProtocolException("The server requested a file that was not offered.");
        }
    }

    private void ReadHead(ReadOnlySpan<byte> packet)
    {
        switch (packet[0])
        {
            case OkPacket.Header:
                Finish(OkPacket.Read(packet), packet);
                break;
            case LocalInfileRequest.Header:
                _state = State.LoadData;
                break;
            default:
                PacketReader reader = new(packet);
                ulong columns = reader.LengthEncoded();
                if (columns is 0 or > MaxColumns)
                    throw new ProtocolException($"The server announced {columns} columns.");
                _columns = _definitions = (int)columns;
                bool describes = !format.CachesMetadata || reader.Byte() != 0;
                _state = describes ? State.Definitions : format.DeprecatesEof ? State.Rows : State.EndOfDefinitions;
                Rows?.Begin();
                break;
        }
    }

    private void ReadDefinition(ReadOnlySpan<byte> packet)
    {
        if (_state == State.Definitions)
            Rows?.Column(packet);
        if (--_definitions > 0)
            return;
        if (!format.DeprecatesEof)
            _state++;
        else if (_state == State.Definitions)
            _state = State.Rows;
        else
            NextPreparedDefinitions();
    }

    private void ReadEnd(ReadOnlySpan<byte> packet)
    {
        if (!EofPacket.Is(packet))
            throw new ProtocolException("The server did not end its column definitions.");
        if (_state == State.EndOfDefinitions)
            _state = State.Rows;
        else
            NextPreparedDefinitions();
    }

    private void ReadRow(ReadOnlySpan<byte> packet)
    {
        // A row with this first byte has a field above 16 MiB, so it is longer than any end-of-result packet.
        if (packet[0] == EofPacket.Header && packet.Length < PacketBuffer.LongestFrame)
            Finish(format.DeprecatesEof ? OkPacket.Read(packet) : EofPacket.Read(packet), packet);
        else if (Rows is not null)
            TakeRow(Rows, packet);
    }

    // A receiver that keeps rows expects few; a stream may have any length.
    private void TakeRow(RowReceiver rows, ReadOnlySpan<byte> packet)
    {
        if (rows.KeepsRows)
            _keptBytes += packet.Length + (32L * _columns);
        if (_keptBytes > MaxKeptBytes)
            throw new ProtocolException("The server sent more rows than were requested.");
        rows.Row(packet, _columns);
    }

    private void ReadPrepared(ReadOnlySpan<byte> packet)
    {
        Prepared = StmtPrepareOk.Read(packet);
        Outcome = new(0, 0, ServerStatus.None, Prepared.Warnings);
        _definitions = Prepared.Parameters;
        _moreDefinitions = Prepared.Columns;
        _state = State.PreparedDefinitions;
        if (_definitions == 0)
            NextPreparedDefinitions();
    }

    private void NextPreparedDefinitions()
    {
        _definitions = _moreDefinitions;
        _moreDefinitions = 0;
        _state = State.PreparedDefinitions;
        IsComplete = _definitions == 0;
    }

    // The driver would not notice another current database, and its pool would keep it. MariaDB sets the same one again in queries of
    // information_schema and tells so in a later answer, the first one that has another change to tell.
    private void Finish(in OkPacket ok, ReadOnlySpan<byte> packet)
    {
        if (format.TracksSession && (ok.Status & ServerStatus.SessionChanged) != 0 && (format.DeprecatesEof || packet[0] == OkPacket.Header) && OkPacket.NewSchema(packet) is { } schema && schema != database)
            throw new ProtocolException("A statement in flight has changed the current database, which the driver would not notice.");
        _results.Add(ok);
        Outcome = ok.After(Outcome);
        IsComplete = !ok.HasMoreResults;
        _state = State.Head;
    }
}
