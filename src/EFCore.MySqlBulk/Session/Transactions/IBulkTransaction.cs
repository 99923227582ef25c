using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>The transaction that an operation runs in.</summary>
internal interface IBulkTransaction
{
    TransactionKind Kind { get; }

    /// <summary>Whether statements can be rolled back.</summary>
    bool CanRollBack { get; }

    /// <summary>Commits the operation's own transaction; a joined one is committed by its owner.</summary>
    ValueTask CommitAsync(IOBehavior io);

    /// <summary>Sets a savepoint, sent with the operation's next statement.</summary>
    void Save(string name);

    /// <summary>The statement that sets it, for callers that send it themselves.</summary>
    string StatementToSave(string name);

    /// <summary>Rolls back to a savepoint of the operation.</summary>
    ValueTask ReturnToAsync(string name, IOBehavior io);

    /// <summary>Rolls back the operation's statements, so that rows can be read as they were. Returns whether that was possible.</summary>
    ValueTask<bool> TryReturnToStartAsync(IOBehavior io);

    /// <summary>Rolls back the operation's statements and leaves the transaction. It never throws, because the earlier failure is reported.</summary>
    /// <param name="end">The known state of the transaction.</param>
    /// <param name="io">The mode.</param>
    /// <returns>The result of the rollback.</returns>
    ValueTask<RollbackResult> RollBackAsync(TransactionEnd end, IOBehavior io);
}
