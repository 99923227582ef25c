using System.Globalization;
using System.Net;

namespace TestServers.Clusters;

/// <summary>Where a member of a cluster listens. For clients all members have the same port, each on a loopback address of its own, since a connection string has one port for all of its servers.</summary>
/// <param name="Number">1 for the first one.</param>
/// <param name="Port">For clients.</param>
/// <param name="GroupPort">For the other members.</param>
/// <param name="TransferPort">For changes that a member has missed.</param>
/// <param name="HasNetwork">Whether it has a network of its own, so that it can be cut off.</param>
internal sealed record MemberPlace(int Number, int Port, int GroupPort, int TransferPort, bool HasNetwork)
{
    public bool IsFirst => Number == 1;

    public string Host { get; } = string.Create(CultureInfo.InvariantCulture, $"127.0.0.{Number}");

    public IPAddress Address => IPAddress.Parse(Host);

    /// <summary>The address by which the other members know it.</summary>
    public string KnownHost => HasNetwork ? string.Create(CultureInfo.InvariantCulture, $"{MemberNetworks.Addresses}{Number}") : Host;

    // Group Replication takes no other loopback address.
    public string GroupHost => HasNetwork ? KnownHost : "127.0.0.1";

    public string GroupAddress => string.Create(CultureInfo.InvariantCulture, $"{GroupHost}:{GroupPort}");

    public string TransferAddress => string.Create(CultureInfo.InvariantCulture, $"{GroupHost}:{TransferPort}");
}
