namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>What a proxy does to the connections that it relays.</summary>
public sealed record FaultPolicy
{
    public FlowPolicy ToServer { get; init; } = new();

    public FlowPolicy ToClient { get; init; } = new();

    /// <summary>The socket buffer size of the proxy in each direction; null for the system's default. Small buffers fill at once, so that a peer that does not read stops the other.</summary>
    public int? SocketBytes { get; init; }

    /// <summary>Whether the server's greeting is changed as an attacker would: it no longer offers TLS.</summary>
    public bool HidesTls { get; init; }

    /// <summary>Called for every packet of a plain connection, after the link has counted it.</summary>
    public Func<ProxyLink, RelayedPacket, Fault>? OnPacket { get; init; }

    /// <summary>Whether <see cref="OnPacket" /> is also called for the records of an encrypted connection.</summary>
    public bool HasRecords { get; init; }

    /// <summary>How long <see cref="Fault.Delay" /> delays bytes.</summary>
    public TimeSpan Delay { get; init; } = TimeSpan.FromMilliseconds(300);

    /// <summary>The same in both directions.</summary>
    public static FaultPolicy BothWays(FlowPolicy flow) => new() { ToServer = flow, ToClient = flow };
}
