using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>Sends the content that LOAD DATA LOCAL requests: packets of bytes, then an empty one.</summary>
internal sealed class LoadDataContent(PacketTransport transport, PacketBuffer packets)
{
    private const int PieceLength = 64 * 1024;

    /// <summary>Without <paramref name="read" /> it sends only the empty packet, which refuses the request.</summary>
    public async ValueTask SendAsync(Func<Memory<byte>, ValueTask<int>>? read)
    {
        byte sequence = transport.NextSequence;
        byte[] piece = read is null ? [] : new byte[PieceLength];
        int length;
        do
        {
            length = read is null ? 0 : await ReadAsync(read, piece).ConfigureAwait(false);
            packets.Begin(sequence);
            packets.Bytes(piece.AsSpan(0, length));
            sequence = packets.End();
            await transport.SendAsync(packets).ConfigureAwait(false);
        }
        while (length > 0);
        transport.Expect(sequence);
    }

    private async ValueTask<int> ReadAsync(Func<Memory<byte>, ValueTask<int>> read, byte[] piece)
    {
        try
        {
            return await read(piece).ConfigureAwait(false);
        }
        catch
        {
            // Partial content must not be stored as if it were complete.
            transport.Abort();
            throw;
        }
    }
}
