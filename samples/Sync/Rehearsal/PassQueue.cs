using System.Threading.Channels;
using Sync.Worker;

namespace Sync.Rehearsal;

/// <summary>Hears of each pass of the worker.</summary>
internal sealed class PassQueue : IProgress<SyncPass>
{
    private readonly Channel<SyncPass> _passes = Channel.CreateUnbounded<SyncPass>();

    public void Report(SyncPass value) => _passes.Writer.TryWrite(value);

    public ValueTask<SyncPass> NextAsync(CancellationToken cancellationToken) => _passes.Reader.ReadAsync(cancellationToken);
}
