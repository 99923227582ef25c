namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>How a session waits. Synchronous tasks are complete when they are returned.</summary>
internal abstract class TransportMode
{
    /// <summary>Reads, once as many bytes have arrived as are worth waking up for.</summary>
    public abstract ValueTask<int> ReadAsync(Stream stream, Memory<byte> to, LowWaterMark? mark, int atLeast);

    public abstract ValueTask WriteAsync(Stream stream, ReadOnlyMemory<byte> from);
}
