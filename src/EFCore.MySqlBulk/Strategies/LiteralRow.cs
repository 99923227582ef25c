using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Mapping.Rows;
using EFCore.MySqlBulk.Planning;

namespace EFCore.MySqlBulk.Strategies;

/// <summary>The text of a statement that carries one row as literals.</summary>
internal sealed class LiteralRow(BulkPlan plan, RowStatement statement) : IDisposable
{
    private readonly LiteralSink _sink = new(plan.Session.TextIsUtf8, derivedList: false);
    private readonly RowWriter<LiteralSink> _write = statement.Values.Writer<LiteralSink>();

    /// <summary>The text, valid until the next row.</summary>
    public ReadOnlySpan<char> Write(in BulkRow row)
    {
        _sink.Clear();
        _sink.BeginRow(statement.Template.Segments);
        RowErrors.Write(_write, _sink, row, statement.Values.Shape);
        _sink.EndRow();
        return _sink.ByteCount <= plan.Limits.PacketBytes ? _sink.Text : throw RowErrors.TooLong(plan, row, _sink.ByteCount);
    }

    public void Dispose() => _sink.Dispose();
}
