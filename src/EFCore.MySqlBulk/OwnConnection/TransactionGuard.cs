using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Session.Transactions;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Keeps statements in flight from being committed by themselves: after a deadlock the server has rolled the transaction back, and what is already on its way would run outside of any.</summary>
internal abstract class TransactionGuard
{
    /// <summary>A statement that was prepared for it; it lives as long as the call.</summary>
    public virtual PreparedStatement? Statement => null;

    /// <summary>Begins a flight.</summary>
    public abstract ValueTask BeginAsync(Flight flight);

    /// <summary>Puts behind a flight what ends it.</summary>
    public virtual void End(Flight flight)
    {
    }

    /// <summary>Ends it by itself, if what went behind the flight was not run.</summary>
    public virtual ValueTask EndAsync(PipelineSession session) => default;

    /// <summary>What gives the session back as it was, once the call's transaction has ended.</summary>
    public virtual IReadOnlyList<string> Restoring => [];

    /// <exception cref="TransactionGoneException">No transaction is open.</exception>
    protected static void Check(OkPacket? ok)
    {
        if (ok is not { } answer || (answer.Status & ServerStatus.InTransaction) == 0)
            throw new TransactionGoneException();
    }
}
