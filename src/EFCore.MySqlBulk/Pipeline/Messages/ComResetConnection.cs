using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>Makes a session as it was after signing in: no transaction, no statements, no settings.</summary>
internal static class ComResetConnection
{
    private const byte Command = 0x1F;

    public static void Write(PacketBuffer packets) => packets.Byte(Command);
}
