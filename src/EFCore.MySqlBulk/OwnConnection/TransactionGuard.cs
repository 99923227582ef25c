using EFCore.MySqlBulk.Pipeline;
using EFCore.MySqlBulk.Pipeline.Messages;
using EFCore.MySqlBulk.Pipeline.Wire;
using EFCore.MySqlBulk.Session.Statements;

namespace EFCore.MySqlBulk.OwnConnection;

/// <summary>Keeps statements in flight from being committed by themselves: after a deadlock the server has rolled the transaction back, and
/// statements already sent would run outside of any.</summary>
internal abstract class TransactionGuard
{
    /// <summary>The prepared statement of the guard, which exists until the call ends.</summary>
    public virtual PreparedStatement? Statement => null;

    /// <summary>Whether the next flight begins with statements that are answered before anything else is sent.</summary>
    public virtual bool Begins => true;

    /// <summary>Adds the statements that begin a flight.</summary>
    /// <returns>What is to be checked once they are answered, before anything that changes rows is sent; <see langword="null" /> if it has been already.</returns>
    public abstract Action? Begin(Flight flight);

    /// <summary>Adds the statement that ends the guard to the end of a flight.</summary>
    public virtual void End(Flight flight)
    {
    }

    /// <summary>Ends the guard in a command of its own, if the statement at the end of the flight was not run.</summary>
    public virtual ValueTask EndAsync(PipelineSession session) => default;

    /// <summary>The statements that restore the session, once the call's transaction has ended.</summary>
    public virtual IReadOnlyList<string> Restoring => [];

    /// <exception cref="TransactionGoneException">No transaction is open.</exception>
    protected static void Check(OkPacket? ok)
    {
        if (ok is not { } answer || (answer.Status & ServerStatus.InTransaction) == 0)
            throw new TransactionGoneException();
    }
}
