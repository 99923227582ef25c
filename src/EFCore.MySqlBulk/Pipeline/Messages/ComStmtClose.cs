using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>Frees a prepared statement. It has no answer.</summary>
internal static class ComStmtClose
{
    public static void Write(PacketBuffer packet, uint statementId)
    {
        packet.Byte(0x19);
        packet.UInt32(statementId);
    }
}
