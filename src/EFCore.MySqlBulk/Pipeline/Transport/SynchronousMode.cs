namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Waits on the calling thread.</summary>
internal sealed class SynchronousMode : TransportMode
{
    public override ValueTask<int> ReadAsync(Stream stream, Memory<byte> to, LowWaterMark? mark, int atLeast)
    {
        mark?.WaitFor(atLeast);
        return new(stream.Read(to.Span));
    }

    public override ValueTask WriteAsync(Stream stream, ReadOnlyMemory<byte> from)
    {
        stream.Write(from.Span);
        return default;
    }
}
