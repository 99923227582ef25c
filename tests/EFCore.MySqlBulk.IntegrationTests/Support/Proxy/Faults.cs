namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>Policies that break a connection with statements in flight, and leave all others alone.</summary>
internal static class Faults
{
    /// <summary>A fault that happens to the first packet that meets a condition, and never again.</summary>
    public static FaultPolicy Once(Fault fault, Func<ProxyLink, RelayedPacket, bool> when)
    {
        int happened = 0;
        return new()
        {
            OnPacket = (link, packet) => Volatile.Read(ref happened) == 0 && link.IsPipeline && when(link, packet) && Interlocked.Exchange(ref happened, 1) == 0 ? fault : Fault.None,
        };
    }

    /// <summary>No fault, but an action when a packet first meets a condition.</summary>
    public static FaultPolicy Meanwhile(Action action, Func<ProxyLink, RelayedPacket, bool> when)
    {
        FaultPolicy once = Once(Fault.Stall, when);
        return new()
        {
            OnPacket = (link, packet) =>
            {
                if (once.OnPacket!(link, packet) != Fault.None)
                    action();
                return Fault.None;
            },
        };
    }
}
