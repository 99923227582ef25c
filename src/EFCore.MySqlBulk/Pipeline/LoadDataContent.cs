using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.Pipeline.Transport;
using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline;

/// <summary>The content that LOAD DATA LOCAL requests: packets of bytes, then an empty one.</summary>
/// <param name="transport">The transport.</param>
/// <param name="packets">The buffer.</param>
/// <param name="write">Writes some of the content, and returns whether there is more; <see langword="null" /> to refuse the request, for which the server takes an empty packet.</param>
/// <param name="sent">Called once everything was sent.</param>
internal sealed class LoadDataContent(PacketTransport transport, PacketBuffer packets, Func<PacketBuffer, bool>? write, Action? sent = null)
{
    /// <summary>The maximum number of bytes in a packet: below every limit of a packet that a server can have in practice.</summary>
    private const int PieceLength = 64 * 1024;

    /// <summary>The exception that writing threw. The content ended where it was, so the rows have to be taken back.</summary>
    public ExceptionDispatchInfo? Failure { get; private set; }

    /// <summary>Sends it in answer to the server's request.</summary>
    /// <param name="answer">The answer that began with the request.</param>
    public async ValueTask SendAsync(AnswerReader answer)
    {
        byte sequence = transport.NextSequence;
        bool hasMore = write is not null;
        do
        {
            packets.Begin(sequence);
            hasMore = hasMore && Write();
            sequence = packets.EndPieces(PieceLength);
            // Goes with the last of the content: one packet of the network less.
            if (!hasMore)
                sequence = End(sequence);
            await transport.SendAsync(packets).ConfigureAwait(false);
        }
        while (hasMore);

        transport.Expect(sequence);
        answer.DataSent(offered: write is not null);
        sent?.Invoke();
    }

    // The empty packet.
    private byte End(byte sequence)
    {
        packets.Begin(sequence);
        return packets.End();
    }

    private bool Write()
    {
        try
        {
            return write!(packets);
        }
        catch (Exception exception)
        {
            Failure = ExceptionDispatchInfo.Capture(exception);
            return false;
        }
    }
}
