using System.Data.Common;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Executes one prepared statement per row, with many executions in flight, or sends text if a value may be <c>DEFAULT</c>.</summary>
internal sealed class ArrayBatchStrategy : IFlightStrategy
{
    private readonly BulkPlan _plan;
    private readonly IFlightCarrier _carrier;
    private readonly RowStatement _statement;
    private readonly StatementName _name;
    private readonly RowWriter<BinarySink> _write;
    private readonly LiteralRow? _literal;
    private PreparedStatement? _preparing;
    private PreparedStatement? _prepared;
    private ReadOnlyMemory<BulkRow> _rows;
    private Action<BulkRow, Exception>? _refuse;
    private readonly List<BulkRow> _sent = [];

    public ArrayBatchStrategy(BulkPlan plan, IFlightCarrier carrier, RowStatement statement, StatementName name)
    {
        _plan = plan;
        _carrier = carrier;
        _statement = statement;
        _name = name;
        _write = statement.Values.Writer<BinarySink>();
        _literal = statement.HasDefaults ? new(plan, statement) : null;
    }

    public int WindowRows => _plan.Limits.MaxRows;

    public string Text => _statement.Template.Text;

    public int Fill(ReadOnlyMemory<BulkRow> rows)
    {
        _rows = rows.Length > WindowRows ? rows[..WindowRows] : rows;
        return _rows.Length;
    }

    public async ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
        => (await SharedFlight.SendAsync(_carrier, [this], null, null, io, token).ConfigureAwait(false))[0];

    /// <summary>Sends the rows filled last. Those that are refused do not keep the others from being stored.</summary>
    /// <param name="refuse">Receives them.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    /// <returns>The others, and their outcome.</returns>
    public async ValueTask<(BulkRow[] Rows, StatementOutcome Outcome)> SendEachAsync(Action<BulkRow, Exception> refuse, IOBehavior io, CancellationToken token)
    {
        _refuse = refuse;
        StatementOutcome outcome = await SendAsync(io, token).ConfigureAwait(false);
        return ([.. _sent], outcome);
    }

    public StatementLabel Label => new(_name.Text, _rows.Length, _literal is null ? _rows.Length * _statement.Values.Values.Count : 0, 0);

    public FlightOutcomes CreateOutcomes()
    {
        _sent.Clear();
        return new(_rows.Length, _plan.ReturnsKeys, _plan.ReturnsAffected) { Refused = _refuse is null ? null : [] };
    }

    public StatementOutcome OutcomeOf(FlightOutcomes outcomes)
    {
        if (outcomes.Error is { } error)
            throw new FailedRowException(_refuse is null ? _rows.Span[outcomes.FailedAt] : _sent[outcomes.FailedAt], error);
        return outcomes.Refused is { } refused ? OutcomeOfOthers(outcomes, refused) : new(outcomes.Affected, 0, new(outcomes.Keys, outcomes.AffectedEach));
    }

    // Leaves only the rows that were stored among those sent.
    private StatementOutcome OutcomeOfOthers(FlightOutcomes outcomes, List<(int At, DbException Error)> refused)
    {
        foreach ((int at, DbException error) in refused)
            _refuse!(_sent[at], error);
        HashSet<int> gone = [.. refused.Select(each => each.At)];
        long[] keys = [.. outcomes.Keys.Take(_sent.Count).Where((_, at) => !gone.Contains(at))];
        int position = 0;
        _sent.RemoveAll(_ => gone.Contains(position++));
        return new(outcomes.Affected, 0, new(keys, []));
    }

    public ValueTask DisposeAsync(IOBehavior io)
    {
        _literal?.Dispose();
        return _prepared is null ? default : _carrier.CloseAsync(_prepared, io);
    }

    public async ValueTask SendRowsAsync(Flight flight)
    {
        if (_preparing is not null)
            TakePrepared(_preparing);
        BinarySink sink = new(flight.Parameters);
        for (int i = 0; i < _rows.Length && !flight.HasFailed; i++)
        {
            BulkRow row = _rows.Span[i];
            try
            {
                if (_literal is null)
                    Execute(flight, sink, row);
                else
                    flight.Query(_literal.Write(row));
                if (_refuse is not null)
                    _sent.Add(row);
            }
            catch (RowValueException exception) when (_refuse is not null)
            {
                _refuse(row, exception);
            }

            if (flight.MustPump)
                await flight.PumpAsync().ConfigureAwait(false);
        }
    }

    public bool Prepare(Flight flight)
    {
        if (_prepared is not null || _literal is not null)
            return false;
        _preparing = flight.Prepare(Text, [.. _statement.Values.Values.Select(value => BinarySink.TypeOf(value.Kind))]);
        return true;
    }

    private void TakePrepared(PreparedStatement prepared)
    {
        int count = _statement.Values.Values.Count;
        _preparing = null;
        if (prepared.IsReady && prepared.Parameters != count)
        {
            throw new InvalidOperationException(
                $"The server sees {prepared.Parameters} parameters in the SQL, but it has {count} placeholders. Is there a '?' outside quotes?");
        }

        _prepared = prepared.IsReady ? prepared : null;
    }

    private void Execute(Flight flight, BinarySink sink, in BulkRow row)
    {
        flight.BeginExecute(_prepared!);
        try
        {
            RowErrors.Write(_write, sink, row, _statement.Values.Shape);
            if (flight.PacketLength > _plan.Limits.PacketBytes)
                throw RowErrors.TooLong(_plan, row, flight.PacketLength);
        }
        catch
        {
            flight.CancelExecute();
            throw;
        }

        flight.EndExecute();
    }
}
