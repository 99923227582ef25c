using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>The statement is prepared; descriptions of its parameters and columns follow.</summary>
internal readonly record struct StmtPrepareOk(uint StatementId, int Columns, int Parameters, int Warnings)
{
    public static StmtPrepareOk Read(ReadOnlySpan<byte> packet)
    {
        PacketReader reader = new(packet);
        if (reader.Byte() != OkPacket.Header)
            throw new ProtocolException("The server sent an unexpected answer to COM_STMT_PREPARE.");
        uint id = reader.UInt32();
        ushort columns = reader.UInt16();
        ushort parameters = reader.UInt16();
        reader.Byte();
        return new(id, columns, parameters, reader.UInt16());
    }
}
