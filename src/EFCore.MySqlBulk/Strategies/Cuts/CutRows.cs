using System.Text;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies.Cuts;

/// <summary>Sends rows of which some are bad in one flight: those that were accepted before, those that may be bad one by one, and the next ones in short statements, none of which is run behind a refused one.</summary>
internal sealed class CutRows : IDisposable
{
    private readonly BulkPlan _plan;
    private readonly IFlightCarrier _carrier;
    private readonly StatementName _name;
    private readonly LiteralBatch _together;
    private readonly LiteralRow _alone;
    private readonly StringBuilder _text = new();

    private CutRows(BulkPlan plan, IFlightCarrier carrier, QuotedNames names)
    {
        (_plan, _carrier, _name) = (plan, carrier, StatementName.Of(plan, names));
        _together = new(plan, plan.InsertsRows ? InsertStatement.Frame(plan, names) : ExistingRowsFrame.Of(plan, names), derivedList: !plan.InsertsRows);
        _alone = new(plan, RowStatement.Of(plan, names));
    }

    /// <returns><see langword="null" /> if the plan's rows do not go in flights of statements of several rows, or the connection does not accept several statements in one text.</returns>
    public static CutRows? Of(BulkPlan plan, Connections connections, QuotedNames names)
        => plan.Choice is { Pipelined: true, Strategy: BulkStrategy.MultiRowValues or BulkStrategy.PreparedMultiRow or BulkStrategy.ValuesJoin or BulkStrategy.PreparedValuesJoin }
            && connections.Context.Settings.AllowsBatch && connections.Flights is { } carrier ? new(plan, carrier, names) : null;

    /// <param name="rows">The rows.</param>
    /// <param name="cut">How they are cut.</param>
    /// <param name="savepoint">The statement that sets a savepoint, sent before those that go first.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask<CutOutcome> SendAsync(ReadOnlyMemory<BulkRow> rows, RowCut cut, string savepoint, IOBehavior io, CancellationToken token)
    {
        CutFlight outcomes = new(_plan, rows);
        await _carrier.FlyAsync(outcomes, new(SendRowsAsync), () => new(_name.Text, rows.Length, 0, 0), io, token).ConfigureAwait(false);
        return outcomes.Outcome(cut.First);

        async ValueTask SendRowsAsync(Flight flight)
        {
            outcomes.First = flight.Position;
            if (cut.First > 0)
                flight.Query(savepoint, null, new Answer());
            if (!PutTogether(flight, outcomes, rows.Span[..cut.First], 0, new(0, 0, cut.First, int.MaxValue)))
                return;
            for (int i = cut.First; i < cut.First + cut.Alone; i++)
            {
                PutAlone(flight, outcomes, rows.Span[i], i);
                if (flight.MustPump)
                    await flight.PumpAsync().ConfigureAwait(false);
            }

            PutTogether(flight, outcomes, rows.Span[(cut.First + cut.Alone)..], cut.First + cut.Alone, cut);
        }
    }

    public void Dispose()
    {
        _together.Dispose();
        _alone.Dispose();
    }

    // Returns whether all rows were sent.
    private bool PutTogether(Flight flight, CutFlight outcomes, ReadOnlySpan<BulkRow> rows, int from, in RowCut cut)
    {
        List<int> statements = [];
        int put = 0;
        long bytes = 0;
        _text.Clear();
        try
        {
            while (put < rows.Length && statements.Count < cut.Statements)
            {
                int filled = _together.Fill(rows.Slice(put, Math.Min(cut.Rows, rows.Length - put)));
                bytes += _together.Sink.ByteCount + 1;
                if (put > 0 && bytes > _plan.Limits.StatementBytes)
                    break;
                _text.Append(put > 0 ? ";" : "").Append(_together.Sink.Text);
                statements.Add(filled);
                put += filled;
            }
        }
        catch (RowValueException exception)
        {
            outcomes.Stopped(Math.Min(cut.Rows, rows.Length - put), exception);
        }

        if (put > 0)
        {
            flight.Query(_text.ToString());
            outcomes.Sent(from, [.. statements]);
        }

        return put == rows.Length;
    }

    private void PutAlone(Flight flight, CutFlight outcomes, in BulkRow row, int position)
    {
        try
        {
            flight.Query(_alone.Write(row));
            outcomes.Sent(position, [1], isAlone: true);
        }
        catch (RowValueException exception)
        {
            outcomes.NotSent(row, exception);
        }
    }
}
