using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;

namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>The transaction that an operation runs in.</summary>
internal interface IBulkTransaction
{
    TransactionKind Kind { get; }

    /// <summary>Statements can be undone.</summary>
    bool CanUndo { get; }

    /// <summary>Commits the operation's own transaction; a joined one is committed by its owner.</summary>
    ValueTask CommitAsync(IOBehavior io);

    /// <summary>Sets a savepoint inside the operation, together with its next statement.</summary>
    void Save(string name);

    /// <summary>The statement that sets it, for those that send it themselves.</summary>
    string StatementToSave(string name);

    /// <summary>Returns to a savepoint inside the operation.</summary>
    ValueTask ReturnToAsync(string name, IOBehavior io);

    /// <summary>Undoes everything that the operation did, so that rows can be read as they were. Returns whether it could.</summary>
    ValueTask<bool> TryReturnToStartAsync(IOBehavior io);

    /// <summary>Undoes everything that the operation did and leaves the transaction. It never throws, because the earlier failure is the one to report.</summary>
    /// <param name="end">What is already known about the transaction.</param>
    /// <param name="io">The mode.</param>
    /// <returns>What became of it.</returns>
    ValueTask<RollbackResult> UndoAsync(TransactionEnd end, IOBehavior io);
}
