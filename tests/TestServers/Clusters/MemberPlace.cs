using System.Globalization;
using System.Net;

namespace TestServers.Clusters;

/// <summary>Where a member of a cluster listens. For clients all members have the same port, each on a loopback address of its own, since a connection string has one port for all of its servers.</summary>
/// <param name="Number">1 for the first one.</param>
/// <param name="Port">For clients.</param>
/// <param name="GroupPort">For the other members.</param>
/// <param name="TransferPort">For changes that a member has missed.</param>
internal sealed record MemberPlace(int Number, int Port, int GroupPort, int TransferPort)
{
    public bool IsFirst => Number == 1;

    public string Host { get; } = string.Create(CultureInfo.InvariantCulture, $"127.0.0.{Number}");

    public IPAddress Address => IPAddress.Parse(Host);

    // Group Replication takes no other loopback address.
    public string GroupAddress => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{GroupPort}");

    public string TransferAddress => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{TransferPort}");
}
