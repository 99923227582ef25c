using System.Net;

namespace Web.Tests;

/// <summary>A file that claims to be larger than the sample accepts.</summary>
internal sealed class TooLargeFile : HttpContent
{
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context)
        => throw new InvalidOperationException("The server was to refuse it before.");

    protected override bool TryComputeLength(out long length)
    {
        length = 200_000_001;
        return true;
    }
}
