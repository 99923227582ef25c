using System.Transactions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;

namespace EFCore.MySqlBulk.Session.Settings;

/// <summary>Finds the owner of an operation's transaction.</summary>
internal static class TransactionKinds
{
    /// <summary>The owner of the transaction that an operation on this context would run in.</summary>
    public static TransactionKind Of(DatabaseFacade database)
    {
        if (database.CurrentTransaction is not null)
            return TransactionKind.Joined;
        if (database.GetEnlistedTransaction() is not null || Transaction.Current is not null)
            return TransactionKind.Ambient;
        return database.AutoTransactionBehavior == AutoTransactionBehavior.Never ? TransactionKind.None : TransactionKind.Own;
    }

    /// <summary>Whether autocommit can be off until an operation's end: the transaction is its own, and no interceptor may write between the commit and that end.</summary>
    public static bool CanSwitchAutocommitIn(DatabaseFacade database)
        => Of(database) == TransactionKind.Own && database.GetService<IInterceptors>().Aggregate<IDbTransactionInterceptor>() is null;

    /// <summary>Whether an operation on this context can roll back single statements.</summary>
    public static bool CanRollBackIn(DatabaseFacade database) => Of(database) switch
    {
        TransactionKind.Own => true,
        TransactionKind.Joined => database.AutoSavepointsEnabled,
        _ => false,
    };
}
