using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>MariaDB: executes a prepared statement once per row that follows.</summary>
internal static class ComStmtBulkExecute
{
    private const ushort SendTypesToServer = 128;

    public static void Write(PacketBuffer packet, PreparedStatement statement)
    {
        packet.Byte(0xFA);
        packet.UInt32(statement.Id);
        packet.UInt16(SendTypesToServer);
        foreach (ParameterType type in statement.Types.Span)
            packet.UInt16(type.Encoded);
    }
}
