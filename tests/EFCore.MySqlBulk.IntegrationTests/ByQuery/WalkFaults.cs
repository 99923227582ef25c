using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Policies that break the connection of a walk over visits.</summary>
internal static class WalkFaults
{
    /// <summary>Loses the connection at a command, counted from the first one about visits: on its way, or with its answer.</summary>
    public static FaultPolicy LosesAt(int statement, bool isAnswer)
    {
        int seen = 0;
        return new() { OnPacket = OnPacket };

        Fault OnPacket(ProxyLink link, RelayedPacket packet)
        {
            if (packet.Command is CommandCode.Query or CommandCode.StatementPrepare && (Volatile.Read(ref seen) > 0 || packet.Text.Contains("`visits`", StringComparison.Ordinal)))
                return Interlocked.Increment(ref seen) == statement && !isAnswer ? Fault.ResetBefore : Fault.None;
            // The driver sends the two commands that begin a transaction together.
            return isAnswer && !packet.ToServer && Volatile.Read(ref seen) >= statement && Interlocked.Exchange(ref seen, int.MinValue) > 0 ? Fault.ResetBefore : Fault.None;
        }
    }
}
