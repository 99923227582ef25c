using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>Throws before, or after, a transaction is committed.</summary>
public sealed class ThrowingTransactions(bool afterCommit) : DbTransactionInterceptor
{
    public override InterceptionResult TransactionCommitting(DbTransaction transaction, TransactionEventData eventData, InterceptionResult result)
        => afterCommit ? result : throw new NotSupportedException("a policy");

    public override ValueTask<InterceptionResult> TransactionCommittingAsync(
        DbTransaction transaction, TransactionEventData eventData, InterceptionResult result, CancellationToken cancellationToken = default)
        => new(TransactionCommitting(transaction, eventData, result));

    public override void TransactionCommitted(DbTransaction transaction, TransactionEndEventData eventData)
    {
        if (afterCommit)
            throw new NotSupportedException("a policy");
    }

    public override Task TransactionCommittedAsync(DbTransaction transaction, TransactionEndEventData eventData, CancellationToken cancellationToken = default)
    {
        TransactionCommitted(transaction, eventData);
        return Task.CompletedTask;
    }
}
