namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Proxy;

/// <summary>What happens to a packet, and to its connection, on the way.</summary>
public enum Fault
{
    /// <summary>It is passed on.</summary>
    None = 0,

    /// <summary>It and all that follows in its direction stay in the proxy; the connection stays open.</summary>
    Stall,

    /// <summary>Nothing passes any more in either direction, the ends of the connection neither: a cable that was cut.</summary>
    Cut,

    /// <summary>It is lost, and both sides of the connection are reset.</summary>
    ResetBefore,

    /// <summary>Half of it is passed on, then both sides are reset.</summary>
    ResetMidway,

    /// <summary>It is passed on, then both sides are closed in order.</summary>
    CloseAfter,

    /// <summary>Only its first half is passed on, and the rest of the connection goes on as if nothing had been.</summary>
    Truncate,

    /// <summary>Its header is spoilt.</summary>
    Corrupt,

    /// <summary>It is passed on, then its direction is closed; the other stays open.</summary>
    CloseHalf,

    /// <summary>It and all behind it are passed on, but later.</summary>
    Delay,
}
