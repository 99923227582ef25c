using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>The account uses another plugin than the one the client started with.</summary>
internal sealed record AuthSwitchRequest(string Plugin, byte[] Scramble)
{
    public const byte Header = 0xFE;

    public static AuthSwitchRequest Read(ReadOnlySpan<byte> packet)
    {
        if (packet.Length == 1)
            throw new PipelineUnsupportedException("The account uses the authentication method of MySQL 4.0, which the pipeline does not support.");
        PacketReader reader = new(packet[1..]);
        string plugin = System.Text.Encoding.UTF8.GetString(reader.NullTerminated());
        ReadOnlySpan<byte> scramble = reader.Rest();
        return new(plugin, (scramble.Length > 0 && scramble[^1] == 0 ? scramble[..^1] : scramble).ToArray());
    }
}
