using System.Data.Common;
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
    private readonly Lazy<LiteralRow> _alone;
    private readonly RowWriter<BinarySink> _write;
    private readonly List<Batch> _batches = [];
    private readonly List<(int Position, Exception Error)> _notSent = [];
    private readonly Answer _saved = new();
    private PreparedStatement? _preparing;
    private PreparedStatement? _prepared;
    private int _parameters;
    private int _nextAlone;
    private ReadOnlyMemory<BulkRow> _rows;

    /// <param name="plan">The plan.</param>
    /// <param name="carrier">The connection that carries flights.</param>
    /// <param name="frame">The text around the rows.</param>
    /// <param name="names">Quotes identifiers.</param>
    /// <param name="derivedList">Whether the rows are a derived list.</param>
    /// <param name="prepares">Whether full batches are prepared.</param>
    public PipelinedStrategy(BulkPlan plan, IFlightCarrier carrier, StatementFrame frame, QuotedNames names, bool derivedList, bool prepares)
    {
        _plan = plan;
        _carrier = carrier;
        _frame = frame;
        _name = StatementName.Of(plan, names);
        _derivedList = derivedList;
        // The server would treat a list of binary keys as text.
        _prepares = prepares && !(derivedList && plan.KeyPart.Any(cell => cell.Column.Kind == ValueKind.Binary));
        _literal = new(plan, frame, derivedList);
        _alone = new(() => new(plan, RowStatement.Of(plan, names)));
        _write = RowWriter.For<BinarySink>(plan.Shape);
    }

    public int WindowRows => Math.Max(_plan.Limits.MaxRows, Thresholds.RowsOfAFlight);

    public int FirstRows => Math.Max(_plan.Limits.MaxRows, Thresholds.RowsOfFirstFlight);

    /// <summary>How many statements may be in flight, where those behind a refused one are taken back; <see langword="null" /> for the usual limit.</summary>
    public int? MostInFlight { get; set; }

    /// <summary>The statements that set savepoints, one of which goes before each statement, in turn, so that a refused one can be taken back with what was sent after it; <see langword="null" /> for none. They are more than can be in flight.</summary>
    public IReadOnlyList<string>? Savepoints { get; set; }

    /// <summary>Finds rows that go in statements of their own, each of which may be refused without the others; <see langword="null" /> for none.</summary>
    public Predicate<BulkRow>? GoesAlone { get; set; }

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
        _notSent.Clear();
        (_parameters, _nextAlone) = (0, -1);
        return new(_plan.ReturnsKeys || Savepoints is not null ? _rows.Length : 0, _plan.ReturnsKeys, wantsAffected: Savepoints is not null)
        {
            Refused = GoesAlone is null ? null : [],
            MayBeRefused = at => _batches[at].IsAlone,
        };
    }

    public StatementOutcome OutcomeOf(FlightOutcomes outcomes)
    {
        if (outcomes.Error is not { } error)
            return Accepted(outcomes, _batches.Count, outcomes.Affected);
        Batch failed = _batches[outcomes.FailedAt];
        throw new FailedBatchException(_rows.Slice(failed.From, failed.Rows), failed.From, error)
        {
            Accepted = Savepoints is null ? null : Accepted(outcomes, outcomes.FailedAt, outcomes.AffectedEach.Take(outcomes.FailedAt).Sum(affected => (long)affected)),
            Savepoint = Savepoints is null ? 0 : outcomes.FailedAt % Savepoints.Count,
        };
    }

    public ValueTask DisposeAsync(IOBehavior io)
    {
        _literal.Dispose();
        if (_alone.IsValueCreated)
            _alone.Value.Dispose();
        return _prepared is null ? default : _carrier.CloseAsync(_prepared, io);
    }

    public async ValueTask SendRowsAsync(Flight flight)
    {
        _prepared ??= _preparing is { IsReady: true } ? _preparing : null;
        BinarySink sink = new(flight.Parameters);
        for (int from = 0; from < _rows.Length && !flight.HasFailed;)
        {
            int until = NextAlone(from);
            if (from == until)
            {
                PutAlone(flight, from++);
            }
            else
            {
                if (Savepoints is { } savepoints)
                    flight.Query(savepoints[_batches.Count % savepoints.Count], null, _saved);
                int taken = Put(flight, sink, _rows.Span[from..until]);
                _batches.Add(new(from, taken));
                from += taken;
            }

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

    // The position of the next row that goes in a statement of its own.
    private int NextAlone(int from)
    {
        if (GoesAlone is not { } goesAlone)
            return _rows.Length;
        if (_nextAlone < from)
        {
            for (_nextAlone = from; _nextAlone < _rows.Length && !goesAlone(_rows.Span[_nextAlone]);)
                _nextAlone++;
        }

        return _nextAlone;
    }

    private void PutAlone(Flight flight, int at)
    {
        try
        {
            flight.Query(_alone.Value.Write(_rows.Span[at]));
            _batches.Add(new(at, 1, IsAlone: true));
        }
        catch (RowValueException exception)
        {
            _notSent.Add((at, exception));
        }
    }

    // The outcome of the first statements.
    private StatementOutcome Accepted(FlightOutcomes outcomes, int batches, long affected)
    {
        int end = batches < _batches.Count ? _batches[batches].From : _rows.Length;
        Dictionary<int, DbException> refused = outcomes.Refused?.ToDictionary(each => each.At, each => each.Error) ?? [];
        (int Position, Exception Error)[] positions =
            [.. refused.Select(each => (_batches[each.Key].From, (Exception)each.Value)).Concat(_notSent.Where(row => row.Position < end)).OrderBy(each => each.Item1)];
        RowOutcomes? rows = !_plan.ReturnsKeys ? null : new(KeysOfRows(outcomes.Keys, [.. Enumerable.Range(0, batches).Where(at => !refused.ContainsKey(at))]), []);
        return new(affected, 0, rows) { Refused = positions.Length == 0 ? null : positions };
    }

    // The server reports the first key of each statement; those of its other rows follow in the session's increments.
    private long[] KeysOfRows(long[] firstKeys, int[] batches)
    {
        long[] keys = new long[batches.Sum(batch => _batches[batch].Rows)];
        int row = 0;
        foreach (int batch in batches)
        {
            for (int i = 0; i < _batches[batch].Rows; i++)
                keys[row++] = firstKeys[batch] + ((long)i * _plan.Session.AutoIncrementIncrement);
        }

        return keys;
    }

    private readonly record struct Batch(int From, int Rows, bool IsAlone = false);
}
