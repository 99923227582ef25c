using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>The client's answer to the greeting: who it is and what it can do.</summary>
internal static class HandshakeResponse41
{
    public static void Write(PacketBuffer packet, Capabilities capabilities, string user, ReadOnlySpan<byte> proof, string? database, string plugin)
    {
        SslRequest.Write(packet, capabilities);
        packet.NullTerminatedText(user);
        packet.LengthEncodedBytes(proof);
        if (capabilities.HasFlag(Capabilities.ConnectWithDatabase))
            packet.NullTerminatedText(database!);
        packet.NullTerminatedText(plugin);
        if (capabilities.HasFlag(Capabilities.ConnectAttributes))
            packet.LengthEncodedBytes(Attributes.Span);
    }

    private static ReadOnlyMemory<byte> Attributes { get; } = MakeAttributes();

    private static byte[] MakeAttributes()
    {
        using PacketBuffer attributes = new();
        Add("_client_name", "EFCore.MySqlBulk");
        Add("_pid", Environment.ProcessId.ToString(System.Globalization.CultureInfo.InvariantCulture));
        Add("program_name", AppDomain.CurrentDomain.FriendlyName);
        return attributes.Written.ToArray();

        void Add(string name, string value)
        {
            attributes.LengthEncodedText(name);
            attributes.LengthEncodedText(value.Length > 64 ? value.AsSpan(0, 64) : value);
        }
    }
}
