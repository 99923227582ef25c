using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>A row of a query's answer.</summary>
internal static class TextResultsetRow
{
    public static string?[] Read(ReadOnlySpan<byte> packet, int columns)
    {
        // Each field has at least one byte, so a larger count is wrong, and no memory is allocated for it.
        if (packet.Length < columns)
            throw new ProtocolException("The server sent a row with fewer fields than columns.");
        PacketReader reader = new(packet);
        string?[] row = new string?[columns];
        for (int i = 0; i < columns; i++)
            row[i] = reader.NullableText();
        return reader.Remaining == 0 ? row : throw new ProtocolException("The server sent a row with more fields than columns.");
    }
}
