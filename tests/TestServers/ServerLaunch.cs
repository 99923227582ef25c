using System.Net;

namespace TestServers;

/// <summary>A server about to be started.</summary>
/// <param name="Program">The program to run.</param>
/// <param name="Arguments">Its arguments.</param>
/// <param name="Mark">The argument that identifies its process later.</param>
/// <param name="Port">The port it will be reached on.</param>
/// <param name="Container">The name of the container the program runs, if it is a container client.</param>
internal sealed record ServerLaunch(string Program, IReadOnlyList<string> Arguments, string Mark, int Port, string? Container = null)
{
    /// <summary>The address it listens on.</summary>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>The port in the server's own log, which inside a container is another one.</summary>
    public int LoggedPort { get; init; } = Port;
}
