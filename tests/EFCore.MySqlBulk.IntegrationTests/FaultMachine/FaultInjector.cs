using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

namespace EFCore.MySqlBulk.IntegrationTests.FaultMachine;

/// <summary>Makes the fault of a case happen, once.</summary>
internal sealed class FaultInjector(FaultCase of, TestDatabase database, FaultProxy proxy) : IDisposable
{
    private readonly CancellationTokenSource _cancel = new();
    private volatile bool _isArmed;
    private volatile bool _isSilent;
    private ProxyLink? _met;
    private int _packets;
    private int _happened;

    public CancellationToken Token => of.Kind == FaultKind.Cancel ? _cancel.Token : CancellationToken.None;

    public bool Happened => _happened != 0;

    /// <summary>Makes the server answer with a deadlock, if that is the fault.</summary>
    public BeforeStatement? Deadlock => of.Kind != FaultKind.Deadlock ? null : new(of.Packet, async command =>
    {
        _happened = 1;
        await Trouble.SignalAsync(command, 1213);
    });

    /// <summary>The connection with the fault.</summary>
    public ProxyLink? Met => _met;

    /// <summary>The kill or cancellation that has begun; the server has it when this ends.</summary>
    public Task Later { get; private set; } = Task.CompletedTask;

    /// <summary>Starts to count packets.</summary>
    public void Arm()
    {
        _isArmed = true;
        if (of.After is { } after && of.Kind is FaultKind.Kill or FaultKind.KillQuery or FaultKind.Cancel)
            Later = Task.Run(() => LaterAsync(TimeSpan.FromMilliseconds(after)));
    }

    /// <summary>Repairs the network; connections that fell silent stay silent.</summary>
    public void Disarm()
    {
        _isArmed = false;
        _isSilent = false;
    }

    public Fault OnPacket(ProxyLink link, RelayedPacket packet)
    {
        if (_isSilent)
            return Fault.Cut;
        if (!_isArmed || Happened || of.Kind == FaultKind.Deadlock)
            return Fault.None;
        if (of.Kind is FaultKind.DelayedCommit or FaultKind.LostCommit && !packet.IsEncrypted)
            return packet.ToServer == (of.Kind == FaultKind.DelayedCommit && of.ToServer) && link.IsCommitting && Once(link) ? FaultOf(of.Kind) : Fault.None;
        if (packet.ToServer != of.ToServer || Interlocked.Increment(ref _packets) != of.Packet || !Once(link))
            return Fault.None;
        if (of.Kind is FaultKind.Kill or FaultKind.KillQuery or FaultKind.Cancel && of.After is null)
            Later = Task.Run(() => LaterAsync(TimeSpan.Zero));
        _isSilent = of.Kind == FaultKind.Silence;
        return FaultOf(of.Kind);
    }

    public void Dispose() => _cancel.Dispose();

    private static Fault FaultOf(FaultKind kind) => kind switch
    {
        FaultKind.Reset => Fault.ResetBefore,
        FaultKind.ResetMidway => Fault.ResetMidway,
        FaultKind.Close => Fault.CloseAfter,
        FaultKind.CloseHalf => Fault.CloseHalf,
        FaultKind.Stall or FaultKind.LostCommit => Fault.Stall,
        FaultKind.Cut or FaultKind.Silence => Fault.Cut,
        FaultKind.Truncate => Fault.Truncate,
        FaultKind.Corrupt => Fault.Corrupt,
        FaultKind.DelayedCommit => Fault.Delay,
        _ => Fault.None,
    };

    private bool Once(ProxyLink link)
    {
        if (Interlocked.Exchange(ref _happened, 1) != 0)
            return false;
        _met = link;
        return true;
    }

    private async Task LaterAsync(TimeSpan after)
    {
        await Task.Delay(after).ConfigureAwait(false);
        if (!_isArmed)
            return;
        _happened = 1;
        if (of.Kind == FaultKind.Cancel)
        {
            await _cancel.CancelAsync().ConfigureAwait(false);
            return;
        }

        ProxyLink? victim = _met ?? proxy.Links.LastOrDefault(link => link.ThreadId != 0);
        if (victim is null)
            return;
        try
        {
            await database.ExecuteAsync($"KILL {(of.Kind == FaultKind.KillQuery ? "QUERY " : "")}{victim.ThreadId}").ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is System.Data.Common.DbException)
        {
            // It has already ended.
        }
    }
}
