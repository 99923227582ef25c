using System.Data.Common;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>A statement whose rows are literals, cut by rows and by encoded bytes.</summary>
internal sealed class LiteralStatement : IBulkStrategy
{
    private readonly BulkPlan _plan;
    private readonly ContextSession _session;
    private readonly StatementFrame _frame;
    private readonly BatchLimits _limits;
    private readonly StatementName _name;
    private readonly RowWriter<LiteralSink> _write;
    private readonly LiteralSink _sink;
    private int _rows;

    public LiteralStatement(BulkPlan plan, ContextSession session, StatementFrame frame, BatchLimits limits, StatementName name, bool derivedList)
    {
        _plan = plan;
        _session = session;
        _frame = frame;
        _limits = limits;
        _name = name;
        _write = RowWriter.For<LiteralSink>(plan.Shape);
        _sink = new(plan.Session.TextIsUtf8, derivedList);
    }

    public int WindowRows => _limits.Rows;

    public string Text => _sink.ToString();

    public int Fill(ReadOnlyMemory<BulkRow> rows)
    {
        _sink.Clear();
        _sink.Sql(_frame.Head);
        _rows = 0;
        while (_rows < rows.Length && _rows < _limits.Rows && TryAdd(rows.Span[_rows]))
            _rows++;
        _sink.Sql(_frame.Tail);
        return _rows;
    }

    public async ValueTask<StatementOutcome> SendAsync(IOBehavior io, CancellationToken token)
    {
        DbCommand command = LiteralCommand.Create(_session, _sink);
        try
        {
            StatementLabel label = new(_name.Text, _rows, _sink.Others.Count, _sink.ByteCount);
            return await _session.ExecuteAsync(command, label, _plan.ReturnsKeys, isText: true, io, token).ConfigureAwait(false);
        }
        finally
        {
            await command.DisposeAsync(io).ConfigureAwait(false);
        }
    }

    public ValueTask DisposeAsync(IOBehavior io)
    {
        _sink.Dispose();
        return default;
    }

    // The first row is added or refused, never left: the statement takes at least one.
    private bool TryAdd(in BulkRow row)
    {
        LiteralMark mark = _sink.Mark();
        if (_rows > 0)
            _sink.Sql(_frame.RowSeparator);
        _sink.Sql(_frame.RowOpen);
        RowErrors.Write(_write, _sink, row, _plan.Shape);
        _sink.Sql(_frame.RowClose);
        long bytes = _sink.ByteCount + _frame.Tail.Length;
        long most = _rows == 0 ? _limits.PacketBytes : _limits.StatementBytes;
        if (bytes <= most && _sink.Others.Count <= Thresholds.MostParameters)
            return true;
        if (_rows == 0)
            throw RowErrors.TooLong(_plan, row, bytes);
        _sink.Rollback(mark);
        return false;
    }
}
