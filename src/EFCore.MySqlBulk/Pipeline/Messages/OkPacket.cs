using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>What a statement did. After several results it is the last one, with rows and warnings of all.</summary>
internal readonly record struct OkPacket(ulong AffectedRows, ulong LastInsertId, ServerStatus Status, int Warnings)
{
    public const byte Header = 0x00;

    /// <summary>Header and body of the shortest one on the wire.</summary>
    public const int ShortestFrame = 11;

    public bool HasMoreResults => (Status & ServerStatus.MoreResults) != 0;

    public static OkPacket Read(ReadOnlySpan<byte> packet)
    {
        PacketReader reader = new(packet);
        reader.Byte();
        // The text after it ("Rows matched: …") says nothing that is needed.
        return new(reader.LengthEncoded(), reader.LengthEncoded(), (ServerStatus)reader.UInt16(), reader.UInt16());
    }

    public OkPacket After(in OkPacket earlier) => this with
    {
        AffectedRows = unchecked(AffectedRows + earlier.AffectedRows),
        Warnings = Warnings + earlier.Warnings,
    };
}
