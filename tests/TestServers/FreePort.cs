using System.Net;
using System.Net.Sockets;

namespace TestServers;

/// <summary>Ports that are free now; somebody may take them before they are used.</summary>
internal static class FreePort
{
    // Linux gives higher ones to clients' sockets.
    private const int FirstOfClients = 32768;

    private const int FirstOfServers = 15_000;

    private const int Tries = 200;

    /// <summary>A port of the loopback address.</summary>
    public static int Choose()
    {
        using TcpListener listener = new(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    /// <summary>Different ports, of all addresses, that stay free while no server listens on them: no client's socket gets them.</summary>
    /// <exception cref="SourceFailedException">There are too few.</exception>
    public static int[] ChooseLasting(int count)
    {
        List<TcpListener> held = [];
        try
        {
            for (int tries = 0; held.Count < count; tries++)
            {
                TcpListener listener = new(IPAddress.Any, Random.Shared.Next(FirstOfServers, FirstOfClients));
                try
                {
                    listener.Start();
                    held.Add(listener);
                }
                catch (SocketException exception)
                {
                    listener.Dispose();
                    if (tries == Tries)
                        throw new SourceFailedException($"no free port below {FirstOfClients}", exception);
                }
            }

            return [.. held.Select(listener => ((IPEndPoint)listener.LocalEndpoint).Port)];
        }
        finally
        {
            foreach (TcpListener listener in held)
                listener.Dispose();
        }
    }
}
