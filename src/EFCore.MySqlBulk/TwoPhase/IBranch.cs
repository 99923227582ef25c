using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Transactions;

namespace EFCore.MySqlBulk.TwoPhase;

/// <summary>A connection whose transaction is a branch of a call.</summary>
internal interface IBranch
{
    Xid Xid { get; }

    /// <summary>Whether the branch has been started on the server.</summary>
    bool HasBegun { get; }

    /// <summary>Whether the server is known to have ended the session: a branch that is not prepared is then gone, and a prepared one is no longer tied to the session.</summary>
    bool HasEnded { get; }

    /// <summary>Prepares the branch: it can then be committed by any session, even after the server has crashed.</summary>
    ValueTask PrepareAsync(IOBehavior io);

    /// <summary>Commits the prepared branch.</summary>
    ValueTask CommitAsync(IOBehavior io);

    /// <summary>Rolls the branch back, prepared or not. It never throws.</summary>
    ValueTask<RollbackResult> RollBackAsync(TransactionEnd end, IOBehavior io);

    /// <summary>Ends the session, so that another one can end the branch.</summary>
    ValueTask AbandonAsync(IOBehavior io);

    /// <summary>Ends the session, and the branch over another one of its server: a branch is tied to its session until that has ended.</summary>
    /// <param name="how"><c>XA COMMIT</c> or <c>XA ROLLBACK</c>.</param>
    /// <param name="decision">The decision of the call.</param>
    /// <param name="io">The mode.</param>
    /// <returns>Whether the branch is known to have ended.</returns>
    ValueTask<bool> EndElsewhereAsync(string how, Decision decision, IOBehavior io);
}
