using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>Statements as text.</summary>
internal static class ComQuery
{
    public static void Write(PacketBuffer packet, ReadOnlySpan<char> sql)
    {
        packet.Byte(0x03);
        packet.Text(sql);
    }

    public static void Write(PacketBuffer packet, ReadOnlySpan<byte> utf8)
    {
        packet.Byte(0x03);
        packet.Bytes(utf8);
    }
}
