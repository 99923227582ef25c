using System.Globalization;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Statements;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>Sends rows as the content of LOAD DATA LOCAL, while the server stores them. Under LOCAL the server turns errors into warnings, also in strict mode: a value is changed to fit, a row is left out. So a statement counts only without any.</summary>
/// <param name="plan">The plan.</param>
/// <param name="carrier">The connection that carries it; <see langword="null" /> if nothing is sent.</param>
/// <param name="names">Quotes identifiers.</param>
internal sealed class LoadDataStrategy(BulkPlan plan, IFlightCarrier? carrier, QuotedNames names) : IBulkStrategy
{
    private readonly RowWriter<LoadDataSink> _write = RowWriter.For<LoadDataSink>(plan.Shape);
    private ReadOnlyMemory<BulkRow> _rows;
    private LoadDataSink? _sink;
    private int _next;

    public int WindowRows => plan.Limits.MaxRows;

    public int FirstRows => Math.Min(WindowRows, Thresholds.FirstLoadDataRows);

    public string Text { get; } = LoadDataStatement.Text(plan, names);

    // The rows before are kept if these have to be taken back.
    public bool SendsSeveral => true;

    public int Fill(ReadOnlyMemory<BulkRow> rows)
    {
        _rows = rows.Length > WindowRows ? rows[..WindowRows] : rows;
        return _rows.Length;
    }

    /// <exception cref="DoubtfulLoadException">The rows have to be taken back.</exception>
    public async ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
    {
        FlightOutcomes outcomes = new(0);
        (_sink, _next) = (null, 0);
        string text = carrier!.Attach(Text);
        await carrier.FlyAsync(
            outcomes,
            new(flight =>
            {
                outcomes.First = flight.Position;
                return flight.LoadDataAsync(text, Write);
            }),
            () => new($"LOAD DATA {names.Table(plan.Table)}", _rows.Length, 0, 0), io, token, FlightLimits.OneStatement).ConfigureAwait(false);
        if (outcomes.Error is { } error)
            throw ServerError.IsOfTheData(error) || ServerError.IsOfLoadData(error) ? new DoubtfulLoadException($"the server refused it: {error.Message.TrimEnd('.')}", error) : error;
        if (outcomes.Warnings > 0)
            throw new DoubtfulLoadException(string.Create(CultureInfo.InvariantCulture, $"the server reported warnings with it ({outcomes.Warnings:N0}), under which it may have changed or left out a value"));
        return outcomes.Affected == _rows.Length ? new(outcomes.Affected, 0)
            : throw new DoubtfulLoadException(string.Create(CultureInfo.InvariantCulture, $"the server stored {outcomes.Affected:N0} of {_rows.Length:N0} rows"));
    }

    public ValueTask DisposeAsync(IOBehavior io) => default;

    // Writes rows until a packet is full, and returns whether there are more.
    private bool Write(PacketBuffer packet)
    {
        _sink ??= new(packet);
        while (_next < _rows.Length && packet.PacketLength < Thresholds.LoadDataPacketBytes)
        {
            RowErrors.Write(_write, _sink, _rows.Span[_next++], plan.Shape);
            _sink.EndRow();
        }

        return _next < _rows.Length;
    }
}
