using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>Resets a session to its state after the handshake: no transaction, no statements, no settings.</summary>
internal static class ComResetConnection
{
    private const byte Command = 0x1F;

    public static void Write(PacketBuffer packets) => packets.Byte(Command);
}
