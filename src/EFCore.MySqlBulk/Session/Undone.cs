namespace EFCore.MySqlBulk.Session;

/// <summary>What became of an operation's statements after a failure.</summary>
internal enum Undone
{
    /// <summary>There is no transaction, or it was committed: each statement that the server took is stored.</summary>
    Stored,

    /// <summary>Nothing had been sent, or the server says that it has taken everything back.</summary>
    TakenBack,

    /// <summary>The server says that it has taken back what it can: rows in tables of an engine without transactions stay.</summary>
    TakenBackInPart,

    /// <summary>The server had ended the transaction by itself, and has taken it back.</summary>
    Ended,

    /// <summary>The connection is gone, and COMMIT was not sent: the server takes the transaction back.</summary>
    Lost,

    /// <summary>What was sent waits in the caller's transaction: there was no savepoint to go back to.</summary>
    Waiting,
}
