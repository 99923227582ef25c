using System.Net;
using System.Net.Sockets;

namespace TestServers;

/// <summary>The first packet that a server sends on every connection.</summary>
internal static class Greeting
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>Whether a server that accepts connections answers.</summary>
    public static async Task<bool> ArrivesAsync(IPAddress address, int port, CancellationToken cancellationToken)
    {
        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Patience);
        try
        {
            using TcpClient client = new();
            await client.ConnectAsync(address, port, limit.Token).ConfigureAwait(false);
            byte[] start = new byte[5];
            await client.GetStream().ReadExactlyAsync(start, limit.Token).ConfigureAwait(false);
            // Three bytes of length, a sequence number of 0, protocol version 10; a refusal has 255 there.
            return start[3] == 0 && start[4] == 10;
        }
        catch (Exception exception) when (exception is SocketException or IOException)
        {
            return false;
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return false;
        }
    }
}
