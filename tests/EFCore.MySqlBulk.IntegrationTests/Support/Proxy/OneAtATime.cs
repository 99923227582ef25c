using System.Collections.Concurrent;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Proxy;

/// <summary>A relay that serves one command at a time, as Aurora 2 and some proxies do: a command that arrives before the answer to the last one is lost.</summary>
/// <param name="sparesTheDriver">Only prepared statements are lost, which MySqlConnector never pipelines, as it does its BEGIN.</param>
internal sealed class OneAtATime(bool sparesTheDriver = false)
{
    private static readonly FlowPolicy PacketByPacket = new() { PacketPerWrite = true };
    private readonly ConcurrentDictionary<ProxyLink, bool> _isWaiting = new();
    private int _lost;

    /// <summary>How many commands were lost.</summary>
    public int Lost => Volatile.Read(ref _lost);

    public FaultPolicy Policy => FaultPolicy.BothWays(PacketByPacket) with { OnPacket = OnPacket };

    private Fault OnPacket(ProxyLink link, RelayedPacket packet)
    {
        if (!packet.ToServer)
            _isWaiting[link] = false;
        // The rest is a login, the continuation of a command, or has no answer.
        if (packet.Command is not { } command || command is CommandCode.Quit or CommandCode.StatementClose)
            return Fault.None;
        if (_isWaiting.GetValueOrDefault(link) && (!sparesTheDriver || command is CommandCode.StatementPrepare or CommandCode.StatementExecute))
        {
            Interlocked.Increment(ref _lost);
            return Fault.Lose;
        }

        _isWaiting[link] = true;
        return Fault.None;
    }
}
