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

    /// <summary>Takes back everything that the operation did and leaves the transaction. Never throws: what failed before is what counts.</summary>
    /// <param name="end">What is known of the transaction already.</param>
    /// <param name="io">The mode.</param>
    /// <returns>What became of it.</returns>
    ValueTask<Undone> UndoAsync(TransactionEnd end, IOBehavior io);
}
