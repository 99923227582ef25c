using System.Net.Sockets;

namespace EFCore.MySqlBulk.Tests.Pipeline;

/// <summary>Writes in small pieces, with pauses between them, so that the reader gets each piece separately.</summary>
internal sealed class PiecewiseStream(NetworkStream network) : Stream
{
    /// <summary>The size of a piece in bytes; 0 writes everything at once.</summary>
    public int Piece { get; set; }

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    public override int Read(byte[] buffer, int offset, int count) => network.Read(buffer, offset, count);

    public override void Write(byte[] buffer, int offset, int count)
    {
        foreach (byte[] part in Piece == 0 ? [buffer[offset..(offset + count)]] : buffer[offset..(offset + count)].Chunk(Piece))
        {
            network.Write(part);
            if (Piece > 0)
                Thread.Sleep(20);
        }
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
