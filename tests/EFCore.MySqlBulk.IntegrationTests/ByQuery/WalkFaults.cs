using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Policies that break the connection of a walk over visits.</summary>
internal static class WalkFaults
{
    /// <summary>Loses the connection at a command: on its way, or with its answer.</summary>
    /// <param name="statement">The command, counted from the first one with the text.</param>
    /// <param name="isAnswer">Whether with its answer.</param>
    /// <param name="first">The text.</param>
    public static FaultPolicy LosesAt(int statement, bool isAnswer, string first = "`visits`")
    {
        int seen = 0;
        return new() { OnPacket = OnPacket };

        Fault OnPacket(ProxyLink link, RelayedPacket packet)
        {
            if (packet.Command is CommandCode.Query or CommandCode.StatementPrepare or CommandCode.StatementExecute && (Volatile.Read(ref seen) > 0 || packet.Text.Contains(first, StringComparison.Ordinal)))
                return Interlocked.Increment(ref seen) == statement && !isAnswer ? Fault.ResetBefore : Fault.None;
            // The driver sends the two commands that begin a transaction together.
            return isAnswer && !packet.ToServer && Volatile.Read(ref seen) >= statement && Interlocked.Exchange(ref seen, int.MinValue) > 0 ? Fault.ResetBefore : Fault.None;
        }
    }
}
