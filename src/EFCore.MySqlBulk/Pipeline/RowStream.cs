using EFCore.MySqlBulk.Pipeline.Messages;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Passes on each row of a query when it arrives, and keeps none.</summary>
/// <param name="take">Receives a row, through a reader that is valid until it returns. It must not throw: the rest of the answer has to be read in any case.</param>
internal sealed class RowStream(Action<System.Data.Common.DbDataReader> take) : RowReceiver
{
    private readonly List<ColumnDefinition41> _columns = [];
    private StreamedRowReader? _reader;

    public override bool KeepsRows => false;

    public override void Begin()
    {
        _columns.Clear();
        _reader = null;
    }

    public override void Column(ReadOnlySpan<byte> packet) => _columns.Add(ColumnDefinition41.Read(packet));

    public override void Row(ReadOnlySpan<byte> packet, int columns)
    {
        _reader ??= new(_columns);
        _reader.Take(packet);
        take(_reader);
    }
}
