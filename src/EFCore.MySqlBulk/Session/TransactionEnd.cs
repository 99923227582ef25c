namespace EFCore.MySqlBulk.Session;

/// <summary>Whether a transaction has ended without being asked to.</summary>
internal enum TransactionEnd
{
    /// <summary>Not as far as is known.</summary>
    None,

    /// <summary>The server has taken it back, and says so: a deadlock. Nothing more may be sent in it, it would be committed at once.</summary>
    ByServer,

    /// <summary>Its connection is gone.</summary>
    WithConnection,
}
