using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>Executes a prepared statement once; the values follow.</summary>
internal static class ComStmtExecute
{
    private const byte NoCursor = 0;
    private const byte CountsParameters = 8;

    /// <summary>Returns the position of the bitmap of NULLs, or -1 without parameters.</summary>
    public static int Write(PacketBuffer packet, PreparedStatement statement, PipelineFormat format)
    {
        ReadOnlySpan<ParameterType> types = statement.Types.Span;
        packet.Byte(0x17);
        packet.UInt32(statement.Id);
        packet.Byte(format.QueryAttributes ? CountsParameters : NoCursor);
        packet.UInt32(1); // executions
        if (format.QueryAttributes)
            packet.LengthEncoded((uint)types.Length);
        if (types.IsEmpty)
            return -1;
        int bitmap = packet.Length;
        packet.Zeros((types.Length + 7) / 8);
        packet.Byte(statement.TypesAreKnown ? (byte)0 : (byte)1);
        if (!statement.TypesAreKnown)
        {
            foreach (ParameterType type in types)
            {
                packet.UInt16(type.Encoded);
                if (format.QueryAttributes)
                    packet.Byte(0); // no name
            }
        }

        return bitmap;
    }
}
