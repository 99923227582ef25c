using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Mapping.Values;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Sends multi-row statements, a few of them in flight: the next one is encoded while the server works on the last. If the strategy prepares, full batches go through one
/// prepared shape; the rest, and values that would change the types of a prepared list, are sent as literals.</summary>
internal sealed class PipelinedStrategy : IFlightStrategy
{
    private readonly BulkPlan _plan;
    private readonly IFlightCarrier _carrier;
    private readonly StatementFrame _frame;
    private readonly StatementName _name;
    private readonly bool _derivedList;
    private readonly bool _prepares;
    private readonly LiteralBatch _literal;
    private readonly RowWriter<BinarySink> _write;
    private readonly List<int> _batches = [];
    private readonly Answer _saved = new();
    private PreparedStatement? _preparing;
    private PreparedStatement? _prepared;
    private int _parameters;
    private ReadOnlyMemory<BulkRow> _rows;

    /// <param name="plan">The plan.</param>
    /// <param name="carrier">The connection that carries flights.</param>
    /// <param name="frame">The text around the rows.</param>
    /// <param name="name">Its name in log and trace.</param>
    /// <param name="derivedList">Whether the rows are a derived list.</param>
    /// <param name="prepares">Whether full batches are prepared.</param>
    public PipelinedStrategy(BulkPlan plan, IFlightCarrier carrier, StatementFrame frame, StatementName name, bool derivedList, bool prepares)
    {
        _plan = plan;
        _carrier = carrier;
        _frame = frame;
        _name = name;
        _derivedList = derivedList;
        // The server would treat a list of binary keys as text.
        _prepares = prepares && !(derivedList && plan.KeyPart.Any(cell => cell.Column.Kind == ValueKind.Binary));
        _literal = new(plan, frame, derivedList);
        _write = RowWriter.For<BinarySink>(plan.Shape);
    }

    public int WindowRows => Math.Max(_plan.Limits.MaxRows, Thresholds.RowsOfAFlight);

    public int FirstRows => Math.Max(_plan.Limits.MaxRows, Thresholds.RowsOfFirstFlight);

    /// <summary>How many statements may be in flight, where those behind a refused one are taken back; <see langword="null" /> for the usual limit.</summary>
    public int? MostInFlight { get; set; }

    /// <summary>The statements that set savepoints, one of which goes before each statement, in turn, so that a refused one can be taken back with what was sent after it; <see langword="null" /> for none. They are more than can be in flight.</summary>
    public IReadOnlyList<string>? Savepoints { get; set; }

    public string Text => _frame.WithPlaceholders(1, _plan.Shape.Cells.Count);

    public int Fill(ReadOnlyMemory<BulkRow> rows)
    {
        _rows = rows.Length > WindowRows ? rows[..WindowRows] : rows;
        return _rows.Length;
    }

    public async ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
        => (await SharedFlight.SendAsync(_carrier, [this], null, MostInFlight is { } most ? FlightLimits.Default with { Statements = most } : null, io, token).ConfigureAwait(false))[0];

    public StatementLabel Label => new(_name.Text, _rows.Length, _parameters, 0);

    public FlightOutcomes CreateOutcomes()
    {
        _batches.Clear();
        _parameters = 0;
        return new(_plan.ReturnsKeys || Savepoints is not null ? _rows.Length : 0, _plan.ReturnsKeys, wantsAffected: Savepoints is not null);
    }

    public StatementOutcome OutcomeOf(FlightOutcomes outcomes)
    {
        if (outcomes.Error is { } error)
        {
            int offset = _batches.Take(outcomes.FailedAt).Sum();
            throw new FailedBatchException(_rows.Slice(offset, _batches[outcomes.FailedAt]), offset, error)
            {
                Accepted = Savepoints is null ? null : new(outcomes.AffectedEach.Take(outcomes.FailedAt).Sum(affected => (long)affected), 0, _plan.ReturnsKeys ? new(KeysOfRows(outcomes.Keys, outcomes.FailedAt), []) : null),
                Savepoint = Savepoints is null ? 0 : outcomes.FailedAt % Savepoints.Count,
            };
        }

        return new(outcomes.Affected, 0, _plan.ReturnsKeys ? new(KeysOfRows(outcomes.Keys, _batches.Count), []) : null);
    }

    public ValueTask DisposeAsync(IOBehavior io)
    {
        _literal.Dispose();
        return _prepared is null ? default : _carrier.CloseAsync(_prepared, io);
    }

    public async ValueTask SendRowsAsync(Flight flight)
    {
        _prepared ??= _preparing is { IsReady: true } ? _preparing : null;
        BinarySink sink = new(flight.Parameters);
        for (int from = 0; from < _rows.Length && !flight.HasFailed;)
        {
            if (Savepoints is { } savepoints)
                flight.Query(savepoints[_batches.Count % savepoints.Count], null, _saved);
            int taken = Put(flight, sink, _rows.Span[from..]);
            _batches.Add(taken);
            from += taken;
            await flight.PumpAsync().ConfigureAwait(false);
        }
    }

    public bool Prepare(Flight flight)
    {
        if (!_prepares || _prepared is not null || _rows.Length < _plan.Limits.MaxRows)
            return false;
        ParameterType[] row = [.. _plan.Shape.Cells.Select(cell => BinarySink.TypeOf(cell.Column.Kind))];
        ParameterType[] types = [.. Enumerable.Repeat(row, _plan.Limits.MaxRows).SelectMany(each => each)];
        _preparing = flight.Prepare(_frame.WithPlaceholders(_plan.Limits.MaxRows, _plan.Shape.Cells.Count), types);
        return true;
    }

    // Adds one statement to the flight and returns the number of its rows.
    private int Put(Flight flight, BinarySink sink, ReadOnlySpan<BulkRow> rows)
    {
        int most = rows.Length;
        if (_prepared is not null && rows.Length >= _plan.Limits.MaxRows)
        {
            int fit = Execute(flight, sink, rows[.._plan.Limits.MaxRows]);
            if (fit == _plan.Limits.MaxRows)
                return fit;
            most = Math.Max(1, fit);
        }

        int taken = _literal.Fill(rows[..most]);
        flight.Query(_literal.Sink.Text);
        return taken;
    }

    // Returns how many rows fit; the statement is added to the flight only if all of them do.
    private int Execute(Flight flight, BinarySink sink, ReadOnlySpan<BulkRow> rows)
    {
        flight.BeginExecute(_prepared!);
        sink.Rewind();
        try
        {
            for (int i = 0; i < rows.Length; i++)
            {
                RowErrors.Write(_write, sink, rows[i], _plan.Shape);
                if (flight.PacketLength > Math.Min(_plan.Limits.PreparedBytes, _plan.Limits.PacketBytes))
                {
                    flight.CancelExecute();
                    return i;
                }
            }
        }
        catch
        {
            flight.CancelExecute();
            throw;
        }

        // NULL among the values, or a long text, would change the column types of a prepared list.
        if (_derivedList && (sink.HasNull || sink.Longest > Thresholds.PreparedListValueBytes))
        {
            flight.CancelExecute();
            return rows.Length - 1;
        }

        flight.EndExecute();
        _parameters += rows.Length * _plan.Shape.Cells.Count;
        return rows.Length;
    }

    // The server reports the first key of each statement; those of its other rows follow in the session's increments.
    private long[] KeysOfRows(long[] firstKeys, int batches)
    {
        long[] keys = new long[_batches.Take(batches).Sum()];
        for (int batch = 0, row = 0; batch < batches; batch++)
        {
            for (int i = 0; i < _batches[batch]; i++)
                keys[row++] = firstKeys[batch] + ((long)i * _plan.Session.AutoIncrementIncrement);
        }

        return keys;
    }
}
