namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>What happens to a packet, and to its connection, on the way.</summary>
public enum Fault
{
    /// <summary>It is passed on.</summary>
    None = 0,

    /// <summary>It and everything that follows in its direction stay in the proxy; the connection stays open.</summary>
    Stall,

    /// <summary>Nothing passes any more in either direction, not even the end of the connection, as if a cable was cut.</summary>
    Cut,

    /// <summary>It is lost, and both sides of the connection are reset.</summary>
    ResetBefore,

    /// <summary>Half of it is passed on, then both sides are reset.</summary>
    ResetMidway,

    /// <summary>It is passed on, then both sides are closed cleanly.</summary>
    CloseAfter,

    /// <summary>Only its first half is passed on, and the connection continues as if nothing had happened.</summary>
    Truncate,

    /// <summary>Its header is corrupted.</summary>
    Corrupt,

    /// <summary>It is passed on, then its direction is closed; the other stays open.</summary>
    CloseHalf,

    /// <summary>It and everything behind it are passed on, but later.</summary>
    Delay,

    /// <summary>It is lost, and the connection continues as if nothing had happened.</summary>
    Lose,

    /// <summary>It is passed on, and with it what the server says, unasked, before it closes a connection that was idle for too long; then both sides are closed.</summary>
    Farewell,
}
