using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>Asks for TLS; it is also the first part of <see cref="HandshakeResponse41" />.</summary>
internal static class SslRequest
{
    // utf8mb4_general_ci: both servers have it.
    private const byte CharacterSet = 45;
    private const uint LargestPacket = 1024 * 1024 * 1024;

    public static void Write(PacketBuffer packet, Capabilities capabilities)
    {
        packet.UInt32((uint)capabilities);
        packet.UInt32(LargestPacket);
        packet.Byte(CharacterSet);
        packet.Zeros(19);
        packet.UInt32((uint)((ulong)capabilities >> 32));
    }
}
