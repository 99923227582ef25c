namespace EFCore.MySqlBulk.Session.Transactions;

/// <summary>Whether a transaction has ended by itself.</summary>
internal enum TransactionEnd
{
    /// <summary>It has not, as far as is known.</summary>
    None,

    /// <summary>The server has rolled it back, and says so: a deadlock. Nothing more may be sent in it, because that would be committed at once.</summary>
    ByServer,

    /// <summary>Its connection is gone.</summary>
    WithConnection,
}
