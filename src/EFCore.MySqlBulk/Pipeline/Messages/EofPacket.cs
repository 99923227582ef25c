using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>The end of columns or rows, for servers that do not use an OK packet there.</summary>
internal static class EofPacket
{
    public const byte Header = 0xFE;

    public static bool Is(ReadOnlySpan<byte> packet) => packet.Length is > 0 and < 9 && packet[0] == Header;

    public static OkPacket Read(ReadOnlySpan<byte> packet)
    {
        PacketReader reader = new(packet[1..]);
        ushort warnings = reader.UInt16();
        return new(0, 0, (ServerStatus)reader.UInt16(), warnings);
    }
}
