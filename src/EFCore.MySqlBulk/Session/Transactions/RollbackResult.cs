namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>The result of rolling back an operation's statements after a failure.</summary>
internal enum RollbackResult
{
    /// <summary>There is no transaction, or it was committed: each statement that the server accepted is stored.</summary>
    Stored,

    /// <summary>Nothing had been sent, or the server confirms that everything was rolled back.</summary>
    RolledBack,

    /// <summary>The server reports an incomplete rollback: rows in tables whose storage engine does not support transactions remain.</summary>
    RolledBackInPart,

    /// <summary>The server had ended the transaction by itself, and has rolled it back.</summary>
    Ended,

    /// <summary>The connection broke, and COMMIT was not sent: the server rolls the transaction back.</summary>
    Lost,

    /// <summary>Rows are pending in the caller's transaction: there was no savepoint to roll back to.</summary>
    Pending,
}
