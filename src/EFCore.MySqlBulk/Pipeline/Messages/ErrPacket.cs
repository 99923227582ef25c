using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>The server's error.</summary>
internal static class ErrPacket
{
    public const byte Header = 0xFF;

    public static bool Is(ReadOnlySpan<byte> packet) => packet.Length > 0 && packet[0] == Header;

    public static ServerException Read(ReadOnlySpan<byte> packet)
    {
        PacketReader reader = new(packet[1..]);
        ushort number = reader.UInt16();
        ReadOnlySpan<byte> rest = reader.Rest();
        // An error before the handshake has no SQLSTATE.
        bool hasState = rest.Length >= 6 && rest[0] == '#';
        return new(
            number,
            hasState ? System.Text.Encoding.ASCII.GetString(rest[1..6]) : null,
            System.Text.Encoding.UTF8.GetString(hasState ? rest[6..] : rest));
    }
}
