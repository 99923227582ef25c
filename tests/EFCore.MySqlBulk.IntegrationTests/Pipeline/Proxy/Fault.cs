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
}
