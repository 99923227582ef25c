namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Proxy;

/// <summary>How bytes travel in one direction.</summary>
public sealed record FlowPolicy
{
    /// <summary>Time that every byte is under way; bytes behind each other travel at the same time.</summary>
    public TimeSpan Delay { get; init; }

    /// <summary>Bytes in one write, at most; null for as many as came.</summary>
    public int? PieceBytes { get; init; }

    /// <summary>Whether each MySQL packet is a write of its own; on plain connections only.</summary>
    public bool PacketPerWrite { get; init; }
}
