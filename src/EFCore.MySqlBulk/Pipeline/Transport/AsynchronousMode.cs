namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>Releases the thread while it waits.</summary>
internal sealed class AsynchronousMode : TransportMode
{
    public override ValueTask<int> ReadAsync(Stream stream, Memory<byte> to, LowWaterMark? mark, int atLeast)
    {
        mark?.SetForAWhile(atLeast);
        return stream.ReadAsync(to);
    }

    public override ValueTask WriteAsync(Stream stream, ReadOnlyMemory<byte> from) => stream.WriteAsync(from);
}
