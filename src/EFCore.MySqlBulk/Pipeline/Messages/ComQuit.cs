using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>Ends the session. It has no answer.</summary>
internal static class ComQuit
{
    public static void Write(PacketBuffer packet) => packet.Byte(0x01);
}
