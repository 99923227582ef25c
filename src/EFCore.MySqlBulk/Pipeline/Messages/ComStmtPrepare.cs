using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>Prepares a statement.</summary>
internal static class ComStmtPrepare
{
    public static void Write(PacketBuffer packet, ReadOnlySpan<char> sql)
    {
        packet.Byte(0x16);
        packet.Text(sql);
    }
}
