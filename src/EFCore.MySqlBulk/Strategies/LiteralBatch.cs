using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Sql;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>The text of a statement whose rows are literals, cut by rows and by encoded bytes.</summary>
internal sealed class LiteralBatch : IDisposable
{
    private readonly BulkPlan _plan;
    private readonly StatementFrame _frame;
    private readonly RowWriter<LiteralSink> _write;

    public LiteralBatch(BulkPlan plan, StatementFrame frame, bool derivedList)
    {
        _plan = plan;
        _frame = frame;
        _write = RowWriter.For<LiteralSink>(plan.Shape);
        Sink = new(plan.Session.TextIsUtf8, derivedList);
    }

    public LiteralSink Sink { get; }

    /// <summary>The number of its rows.</summary>
    public int RowCount { get; private set; }

    /// <summary>Fills the statement again from the first rows and returns their number: at least one.</summary>
    /// <exception cref="RowValueException">The first row cannot be sent.</exception>
    public int Fill(ReadOnlySpan<BulkRow> rows)
    {
        Sink.Clear();
        Sink.Sql(_frame.Head);
        LiteralMark list = Sink.Mark();
        RowCount = 0;
        while (RowCount < rows.Length && RowCount < _plan.Limits.MaxRows && TryAdd(rows[RowCount]))
            RowCount++;
        End(list);
        return RowCount;
    }

    public void Dispose() => Sink.Dispose();

    private void End(LiteralMark list)
    {
        (string Keys, string Ranges)? shorter = RowCount < Thresholds.RangeKeys ? null : _frame.Ranges?.Of(Sink.Text[list.Length..]);
        if (shorter is { } found)
        {
            Sink.Rollback(list);
            Sink.Sql(found.Keys);
        }

        Sink.Sql(_frame.Tail);
        Sink.Sql(shorter?.Ranges ?? "");
    }

    // The first row is added or refused, never skipped: the statement has at least one.
    private bool TryAdd(in BulkRow row)
    {
        LiteralMark mark = Sink.Mark();
        if (RowCount > 0)
            Sink.Sql(_frame.RowSeparator);
        Sink.Sql(_frame.RowOpen);
        RowErrors.Write(_write, Sink, row, _plan.Shape);
        Sink.Sql(_frame.RowClose);
        long bytes = Sink.ByteCount + _frame.Tail.Length;
        long most = RowCount == 0 ? _plan.Limits.PacketBytes : _plan.Limits.StatementBytes;
        if (bytes <= most && Sink.Others.Count <= Thresholds.MaxParameters)
            return true;
        if (RowCount == 0)
            throw RowErrors.TooLong(_plan, row, bytes);
        Sink.Rollback(mark);
        return false;
    }
}
