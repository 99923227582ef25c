using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>Statements as text.</summary>
internal static class ComQuery
{
    public static void Write(PacketBuffer packet, ReadOnlySpan<char> sql, PipelineFormat format)
    {
        packet.Byte(0x03);
        if (format.QueryAttributes)
        {
            packet.Byte(0); // attributes
            packet.Byte(1); // sets of them
        }

        packet.Text(sql);
    }
}
