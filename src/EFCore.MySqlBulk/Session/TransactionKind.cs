namespace EFCore.MySqlBulk.Session;

/// <summary>Whose transaction an operation runs in.</summary>
internal enum TransactionKind
{
    /// <summary>None: the operation is one statement, or <c>AutoTransactionBehavior.Never</c>.</summary>
    None,

    /// <summary>Our own, committed or rolled back by us.</summary>
    Own,

    /// <summary>The context's current one: never committed or rolled back by us, except when the server has ended it already.</summary>
    Joined,

    /// <summary>An enlisted or ambient <c>System.Transactions</c> transaction: its owner decides.</summary>
    Ambient,
}
