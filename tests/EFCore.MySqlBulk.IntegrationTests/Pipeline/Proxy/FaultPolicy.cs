namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Proxy;

/// <summary>What a proxy does to the connections that it relays.</summary>
public sealed record FaultPolicy
{
    public FlowPolicy ToServer { get; init; } = new();

    public FlowPolicy ToClient { get; init; } = new();

    /// <summary>Bytes that the proxy's sockets hold in each direction; null for the system's choice. Small ones fill at once, so that a peer that does not read stops the other.</summary>
    public int? SocketBytes { get; init; }

    /// <summary>Whether the server's greeting is changed as an attacker would: it no longer offers TLS.</summary>
    public bool HidesTls { get; init; }

    /// <summary>Asked about every packet of a plain connection, when the link has counted it already.</summary>
    public Func<ProxyLink, RelayedPacket, Fault>? OnPacket { get; init; }

    /// <summary>Whether <see cref="OnPacket" /> is asked about the records of an encrypted connection too.</summary>
    public bool HasRecords { get; init; }

    /// <summary>How much later what <see cref="Fault.Delay" /> holds up is passed on.</summary>
    public TimeSpan Delay { get; init; } = TimeSpan.FromMilliseconds(300);

    /// <summary>The same in both directions.</summary>
    public static FaultPolicy BothWays(FlowPolicy flow) => new() { ToServer = flow, ToClient = flow };
}
