namespace EFCore.MySqlBulk.Session;

/// <summary>The transaction that an operation runs in.</summary>
internal interface IBulkTransaction
{
    TransactionKind Kind { get; }

    /// <summary>Statements can be taken back.</summary>
    bool CanUndo { get; }

    /// <summary>Commits our own transaction; a joined one is its owner's to commit.</summary>
    ValueTask CommitAsync(IOBehavior io);

    /// <summary>Sets a savepoint inside the operation, with its next statement.</summary>
    void Save(string name);

    /// <summary>Goes back to a savepoint inside the operation.</summary>
    ValueTask ReturnToAsync(string name, IOBehavior io);

    /// <summary>Takes back everything that the operation did, so that rows can be read as they were. Returns whether it could.</summary>
    ValueTask<bool> TryReturnToStartAsync(IOBehavior io);

    /// <summary>Takes back everything that the operation did and leaves the transaction.</summary>
    /// <param name="lost">The server has ended the transaction already: nothing more may be sent, it would be committed at once.</param>
    /// <param name="io">The mode.</param>
    /// <returns>Whether the transaction is lost, also when that only shows now.</returns>
    ValueTask<bool> UndoAsync(bool lost, IOBehavior io);
}
