using System.Net;
using System.Net.Sockets;

namespace TestServers;

/// <summary>A loopback port that is free now; somebody may take it before it is used.</summary>
internal static class FreePort
{
    public static int Choose()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
