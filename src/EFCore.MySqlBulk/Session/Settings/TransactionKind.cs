namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>The owner of an operation's transaction.</summary>
internal enum TransactionKind
{
    /// <summary>None: the operation is one statement, or <c>AutoTransactionBehavior.Never</c>.</summary>
    None,

    /// <summary>The operation's own, committed or rolled back by the library.</summary>
    Own,

    /// <summary>The context's current one: the library never commits it or rolls it back, unless the server has ended it already.</summary>
    Joined,

    /// <summary>An enlisted or ambient <c>System.Transactions</c> transaction: its owner decides.</summary>
    Ambient,
}
