using System.Net;
using System.Text;

namespace Web.Tests;

/// <summary>A file whose second part is sent only on command.</summary>
internal sealed class InterruptedFile(string first, string second) : HttpContent
{
    private readonly TaskCompletionSource _goOn = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public void GoOn() => _goOn.TrySetResult();

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => SerializeToStreamAsync(stream, context, default);

    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        await stream.WriteAsync(Encoding.UTF8.GetBytes(first), cancellationToken);
        await stream.FlushAsync(cancellationToken);
        await _goOn.Task.WaitAsync(cancellationToken);
        await stream.WriteAsync(Encoding.UTF8.GetBytes(second), cancellationToken);
    }

    protected override bool TryComputeLength(out long length)
    {
        length = Encoding.UTF8.GetByteCount(first) + Encoding.UTF8.GetByteCount(second);
        return true;
    }
}
