using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>The server's greeting.</summary>
internal sealed record HandshakeV10(string ServerVersion, uint ConnectionId, byte[] Scramble, Capabilities Capabilities, string Plugin)
{
    private const int ScrambleLength = 20;

    public static HandshakeV10 Read(ReadOnlySpan<byte> packet)
    {
        PacketReader reader = new(packet);
        byte version = reader.Byte();
        if (version != 10)
            throw new ProtocolException($"The server speaks version {version} of the protocol, not 10; is it MySQL or MariaDB?");
        string serverVersion = System.Text.Encoding.UTF8.GetString(reader.NullTerminated());
        uint connectionId = reader.UInt32();
        byte[] scramble = new byte[ScrambleLength];
        reader.Bytes(8).CopyTo(scramble);
        reader.Byte();
        uint capabilities = reader.UInt16();
        reader.Bytes(3); // character set and status
        capabilities |= (uint)reader.UInt16() << 16;
        reader.Bytes(7); // length of the scramble, filler
        // A cleared bit tells that MariaDB's own capabilities are in the filler.
        uint extended = reader.UInt32();
        Capabilities all = (Capabilities)capabilities;
        if (!all.HasFlag(Capabilities.LongPassword))
            all |= (Capabilities)((ulong)extended << 32);
        if (!all.HasFlag(Capabilities.Protocol41 | Capabilities.SecureConnection | Capabilities.PluginAuthentication))
            throw new PipelineUnsupportedException($"The server {serverVersion} is too old for the pipeline.");
        reader.Bytes(ScrambleLength - 8).CopyTo(scramble.AsSpan(8));
        reader.Byte();
        return new(serverVersion, connectionId, scramble, all, System.Text.Encoding.UTF8.GetString(reader.NullTerminated()));
    }
}
