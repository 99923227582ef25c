namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>How bytes travel in one direction.</summary>
public sealed record FlowPolicy
{
    /// <summary>The latency of every byte; several bytes can be on the way at the same time.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>The most bytes in one write; null for as many as came.</summary>
    public int? PieceBytes { get; init; }

    /// <summary>Whether each MySQL packet is written separately; only on plain connections.</summary>
    public bool PacketPerWrite { get; init; }
}
