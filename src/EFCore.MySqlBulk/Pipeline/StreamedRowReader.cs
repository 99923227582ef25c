using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Reads one row after the other from a shared buffer.</summary>
internal sealed class StreamedRowReader(IReadOnlyList<ColumnDefinition41> columns) : TextFieldReader
{
    private const int Null = -1;
    private readonly (int Start, int Length)[] _fields = new (int, int)[columns.Count];
    private byte[] _row = new byte[256];

    public override bool HasRows => true;

    protected override IReadOnlyList<ColumnDefinition41> Columns => columns;

    /// <summary>Makes a row the current one.</summary>
    public void Take(ReadOnlySpan<byte> packet)
    {
        if (packet.Length > _row.Length)
            _row = new byte[Math.Max(packet.Length, (int)Math.Min(_row.Length * 2L, Array.MaxLength))];
        packet.CopyTo(_row);
        PacketReader reader = new(packet);
        for (int i = 0; i < _fields.Length; i++)
        {
            if (reader.TryNull())
            {
                _fields[i] = (0, Null);
                continue;
            }

            int length = reader.LengthEncodedBytes().Length;
            _fields[i] = (packet.Length - reader.Remaining - length, length);
        }

        if (reader.Remaining > 0)
            throw new ProtocolException("The server sent a row with more fields than columns.");
    }

    /// <summary>Rows are read one by one.</summary>
    public override bool Read() => false;

    protected override bool TryField(int ordinal, out ReadOnlySpan<byte> field)
    {
        (int start, int length) = _fields[ordinal];
        field = length == Null ? default : _row.AsSpan(start, length);
        return length != Null;
    }
}
