namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>Whether a transaction has ended by itself.</summary>
internal enum TransactionEnd
{
    /// <summary>It has not ended, as far as is known.</summary>
    None,

    /// <summary>The server has rolled it back, because of a deadlock. Further statements would be committed at once, so none may be sent.</summary>
    ByServer,

    /// <summary>Its connection broke.</summary>
    WithConnection,
}
