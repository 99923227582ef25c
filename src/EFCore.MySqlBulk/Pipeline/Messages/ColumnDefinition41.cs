using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>The server's description of a result's column.</summary>
internal readonly record struct ColumnDefinition41(string Name, ColumnType Type, ushort CharacterSet, ushort Flags)
{
    private const ushort Binary = 63;
    private const ushort UnsignedFlag = 32;

    public bool IsUnsigned => (Flags & UnsignedFlag) != 0;

    /// <summary>Whether its values are binary, not text.</summary>
    public bool IsBinary => CharacterSet == Binary;

    public static ColumnDefinition41 Read(ReadOnlySpan<byte> packet)
    {
        PacketReader reader = new(packet);
        // Skip catalogue, schema, and the table's alias and name.
        for (int i = 0; i < 4; i++)
            reader.LengthEncodedBytes();
        string name = System.Text.Encoding.UTF8.GetString(reader.LengthEncodedBytes());
        reader.LengthEncodedBytes();
        reader.LengthEncoded();
        ushort characterSet = reader.UInt16();
        reader.UInt32();
        ColumnType type = (ColumnType)reader.Byte();
        return new(name, type, characterSet, reader.UInt16());
    }
}
