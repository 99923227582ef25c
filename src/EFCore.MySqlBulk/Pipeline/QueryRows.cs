using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>The columns and rows of a query's last result, as they arrived.</summary>
internal sealed class QueryRows : RowReceiver
{
    private readonly List<ColumnDefinition41> _columns = [];
    private readonly List<ReadOnlyMemory<byte>?[]> _rows = [];

    public IReadOnlyList<ColumnDefinition41> Columns => _columns;

    /// <summary>The fields of each row; NULL is <see langword="null" />.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>?[]> Rows => _rows;

    public override void Begin()
    {
        _columns.Clear();
        _rows.Clear();
    }

    public override void Column(ReadOnlySpan<byte> packet) => _columns.Add(ColumnDefinition41.Read(packet));

    public override void Row(ReadOnlySpan<byte> packet, int columns)
    {
        byte[] copy = packet.ToArray();
        ReadOnlyMemory<byte>?[] fields = new ReadOnlyMemory<byte>?[columns];
        PacketReader reader = new(copy);
        for (int i = 0; i < columns; i++)
        {
            if (reader.TryNull())
                continue;
            int length = reader.LengthEncodedBytes().Length;
            fields[i] = copy.AsMemory(copy.Length - reader.Remaining - length, length);
        }

        _rows.Add(reader.Remaining == 0 ? fields : throw new ProtocolException("The server sent a row with more fields than columns."));
    }
}
