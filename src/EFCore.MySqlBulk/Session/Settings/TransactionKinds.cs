using System.Transactions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>Tells whose transaction an operation on a context runs in.</summary>
internal static class TransactionKinds
{
    /// <summary>Whose transaction an operation on this context would run in.</summary>
    public static TransactionKind Of(DatabaseFacade database)
    {
        if (database.CurrentTransaction is not null)
            return TransactionKind.Joined;
        if (database.GetEnlistedTransaction() is not null || Transaction.Current is not null)
            return TransactionKind.Ambient;
        return database.AutoTransactionBehavior == AutoTransactionBehavior.Never ? TransactionKind.None : TransactionKind.Own;
    }

    /// <summary>Whether an operation on this context can undo its statements one by one.</summary>
    public static bool CanUndoIn(DatabaseFacade database) => Of(database) switch
    {
        TransactionKind.Own => true,
        TransactionKind.Joined => database.AutoSavepointsEnabled,
        _ => false,
    };
}
