namespace EFCore.MySqlBulk.Pipeline.Transport;

/// <summary>The I/O mode of a session. In synchronous mode, tasks are complete when they are returned.</summary>
internal abstract class TransportMode
{
    /// <summary>Reads, once the requested number of bytes has arrived.</summary>
    public abstract ValueTask<int> ReadAsync(Stream stream, Memory<byte> to, LowWaterMark? mark, int atLeast);

    public abstract ValueTask WriteAsync(Stream stream, ReadOnlyMemory<byte> from);
}
