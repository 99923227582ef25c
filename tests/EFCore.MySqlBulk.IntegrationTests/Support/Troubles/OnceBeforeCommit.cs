using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

/// <summary>Does something once, before a transaction is committed.</summary>
public sealed class OnceBeforeCommit(Func<Task> action) : DbTransactionInterceptor
{
    /// <summary>How often a transaction was about to be committed.</summary>
    public int Seen { get; private set; }

    public override InterceptionResult TransactionCommitting(DbTransaction transaction, TransactionEventData eventData, InterceptionResult result)
    {
        if (++Seen == 1)
            action().GetAwaiter().GetResult();
        return result;
    }

    public override async ValueTask<InterceptionResult> TransactionCommittingAsync(
        DbTransaction transaction, TransactionEventData eventData, InterceptionResult result, CancellationToken cancellationToken = default)
    {
        if (++Seen == 1)
            await action();
        return result;
    }
}
