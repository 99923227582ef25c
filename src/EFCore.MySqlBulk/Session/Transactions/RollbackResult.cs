namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>What became of an operation's statements after a failure.</summary>
internal enum RollbackResult
{
    /// <summary>There is no transaction, or it was committed: each statement that the server accepted is stored.</summary>
    Stored,

    /// <summary>Nothing had been sent, or the server confirms that it has undone everything.</summary>
    TakenBack,

    /// <summary>The server reports that it has undone what it can: rows in tables whose storage engine does not support transactions remain.</summary>
    TakenBackInPart,

    /// <summary>The server had ended the transaction by itself, and has rolled it back.</summary>
    Ended,

    /// <summary>The connection is gone, and COMMIT was not sent: the server rolls the transaction back.</summary>
    Lost,

    /// <summary>What was sent is pending in the caller's transaction: there was no savepoint to return to.</summary>
    Waiting,
}
