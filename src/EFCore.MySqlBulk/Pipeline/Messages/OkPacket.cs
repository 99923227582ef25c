using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>The outcome of a statement. After several results it is the last one, with the sum of rows and warnings.</summary>
internal readonly record struct OkPacket(ulong AffectedRows, ulong LastInsertId, ServerStatus Status, int Warnings)
{
    public const byte Header = 0x00;

    /// <summary>The length of the shortest one on the wire, header and body.</summary>
    public const int ShortestFrame = 11;

    public bool HasMoreResults => (Status & ServerStatus.MoreResults) != 0;

    public static OkPacket Read(ReadOnlySpan<byte> packet)
    {
        PacketReader reader = new(packet);
        reader.Byte();
        // The text after it ("Rows matched: …") is not needed.
        return new(reader.LengthEncoded(), reader.LengthEncoded(), (ServerStatus)reader.UInt16(), reader.UInt16());
    }

    /// <summary>The current database, if it is among the session state changes of a packet.</summary>
    public static string? NewSchema(ReadOnlySpan<byte> packet)
    {
        const byte isSchema = 1;
        PacketReader reader = new(packet);
        reader.Byte();
        reader.LengthEncoded();
        reader.LengthEncoded();
        reader.UInt32();
        reader.LengthEncodedBytes();
        PacketReader changes = new(reader.LengthEncodedBytes());
        string? schema = null;
        while (changes.Remaining > 0)
        {
            bool isOfSchema = changes.Byte() == isSchema;
            PacketReader change = new(changes.LengthEncodedBytes());
            if (isOfSchema)
                schema = System.Text.Encoding.UTF8.GetString(change.LengthEncodedBytes());
        }

        return schema;
    }

    /// <summary>The outcome of several statements in one packet: all of their rows, and the last one's key and warnings. Those before it set savepoints and the session's mode.</summary>
    public OkPacket After(in OkPacket earlier) => this with { AffectedRows = unchecked(AffectedRows + earlier.AffectedRows) };
}
