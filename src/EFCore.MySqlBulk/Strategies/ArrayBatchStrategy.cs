using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Executes one prepared statement per row, with many executions in flight, or sends text if a value may be <c>DEFAULT</c>. MariaDB takes many rows in
/// one execution if nothing is wanted of each row.</summary>
internal sealed class ArrayBatchStrategy : IBulkStrategy
{
    private const string ArraySavepoint = "mysqlbulk_array";
    private readonly BulkPlan _plan;
    private readonly PipelinedConnection _connection;
    private readonly RowStatement _statement;
    private readonly StatementName _name;
    private readonly RowWriter<BinarySink> _write;
    private readonly LiteralRow? _literal;
    private bool _sendsArrays;
    private PreparedStatement? _prepared;
    private ReadOnlyMemory<BulkRow> _rows;

    public ArrayBatchStrategy(BulkPlan plan, PipelinedConnection connection, RowStatement statement, StatementName name)
    {
        _plan = plan;
        _connection = connection;
        _statement = statement;
        _name = name;
        _write = statement.Values.Writer<BinarySink>();
        _literal = statement.HasDefaults ? new(plan, statement) : null;
        // The answer to an array proves that all of its rows were executed only if each of them affects one row.
        _sendsArrays = connection.Session.HasBulkExecute && _literal is null && !plan.ReturnsKeys && plan.HasTable;
    }

    public int WindowRows => _plan.Limits.MaxRows;

    public string Text => _statement.Template.Text;

    public int Fill(ReadOnlyMemory<BulkRow> rows)
    {
        _rows = rows.Length > WindowRows ? rows[..WindowRows] : rows;
        return _rows.Length;
    }

    public async ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
    {
        if (_sendsArrays && await TrySendArraysAsync(io, token).ConfigureAwait(false) is { } outcome)
            return outcome;
        FlightOutcomes outcomes = new(_rows.Length, _plan.ReturnsKeys, _plan.ReturnsAffected);
        await _connection.FlyAsync(outcomes, flight => SendRowsAsync(flight, outcomes), () => Label, io, token).ConfigureAwait(false);
        return outcomes.Error is { } error
            ? throw new FailedRowException(_rows.Span[outcomes.FailedAt], error)
            : new(outcomes.Affected, 0, new(outcomes.Keys, outcomes.AffectedEach));
    }

    public ValueTask DisposeAsync(IOBehavior io)
    {
        _literal?.Dispose();
        return default;
    }

    private StatementLabel Label => new(_name.Text, _rows.Length, _literal is null ? _rows.Length * _statement.Values.Values.Count : 0, 0);

    // The error of an array names no row, so its rows are rolled back and sent again one by one. So are those of arrays that affected fewer rows than they
    // have: MariaDB answers OK to an array that KILL QUERY has stopped between two rows.
    private async ValueTask<StatementOutcome?> TrySendArraysAsync(IOBehavior io, CancellationToken token)
    {
        FlightOutcomes outcomes = new(0);
        _connection.Save(ArraySavepoint);
        await _connection.FlyAsync(outcomes, flight => SendArraysAsync(flight, outcomes), () => Label, io, token).ConfigureAwait(false);
        if (outcomes.Error is null && outcomes.Affected == _rows.Length)
            return new(outcomes.Affected, 0);
        if (outcomes.Error is { } error)
        {
            bool cannot = ServerError.Number(error) == ServerError.NotPrepared;
            if (!cannot && !ServerError.IsOfTheData(error))
                throw error;
            _sendsArrays = !cannot;
        }

        await _connection.ReturnToAsync(ArraySavepoint, io).ConfigureAwait(false);
        return null;
    }

    private async ValueTask SendArraysAsync(Flight flight, FlightOutcomes outcomes)
    {
        if (_prepared is null)
            await PrepareAsync(flight).ConfigureAwait(false);
        outcomes.First = flight.Sent;
        BinarySink sink = new(flight.Parameters);
        for (int at = 0; at < _rows.Length && !flight.HasFailed;)
        {
            at = PutArray(flight, sink, at, _rows.Length);
            await flight.PumpAsync().ConfigureAwait(false);
        }
    }

    // Puts one array into the flight and returns the index after its last row.
    private int PutArray(Flight flight, BinarySink sink, int from, int end)
    {
        flight.BeginBulkExecute(_prepared!);
        try
        {
            int at = from;
            for (; at < end && flight.PacketLength < Thresholds.ArrayBytes; at++)
            {
                RowErrors.Write(_write, sink, _rows.Span[at], _statement.Values.Shape);
                if (flight.PacketLength > _plan.Limits.PacketBytes)
                    break;
                flight.EndBulkRow();
            }

            if (flight.PacketLength <= _plan.Limits.PacketBytes)
            {
                flight.EndBulkExecute();
                return at;
            }

            end = at > from ? at : throw RowErrors.TooLong(_plan, _rows.Span[at], flight.PacketLength);
        }
        catch
        {
            flight.CancelExecute();
            throw;
        }

        // The last row was one too many.
        flight.CancelExecute();
        return PutArray(flight, sink, from, end);
    }

    private async ValueTask SendRowsAsync(Flight flight, FlightOutcomes outcomes)
    {
        if (_prepared is null && _literal is null)
            await PrepareAsync(flight).ConfigureAwait(false);
        outcomes.First = flight.Sent;
        BinarySink sink = new(flight.Parameters);
        for (int i = 0; i < _rows.Length && !flight.HasFailed; i++)
        {
            if (_literal is null)
                Execute(flight, sink, _rows.Span[i]);
            else
                flight.Query(_literal.Write(_rows.Span[i]));
            if (flight.MustPump)
                await flight.PumpAsync().ConfigureAwait(false);
        }
    }

    private async ValueTask PrepareAsync(Flight flight)
    {
        int count = _statement.Values.Values.Count;
        PreparedStatement prepared = flight.Prepare(Text, [.. _statement.Values.Values.Select(value => BinarySink.TypeOf(value.Kind))]);
        await flight.PumpAsync().ConfigureAwait(false);
        if (prepared.IsReady && prepared.Parameters != count)
        {
            throw new NotSupportedException(
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
