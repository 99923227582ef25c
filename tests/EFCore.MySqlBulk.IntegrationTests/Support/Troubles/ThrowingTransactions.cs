using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

/// <summary>Throws before, or after, a transaction is committed.</summary>
/// <param name="afterCommit">Whether it throws after the commit.</param>
/// <param name="failure">Throws an exception; the default is a policy's exception.</param>
public sealed class ThrowingTransactions(bool afterCommit, Func<Task>? failure = null) : DbTransactionInterceptor
{
    public override InterceptionResult TransactionCommitting(DbTransaction transaction, TransactionEventData eventData, InterceptionResult result)
        => afterCommit ? result : throw new NotSupportedException("a policy");

    public override ValueTask<InterceptionResult> TransactionCommittingAsync(
        DbTransaction transaction, TransactionEventData eventData, InterceptionResult result, CancellationToken cancellationToken = default)
        => new(TransactionCommitting(transaction, eventData, result));

    public override void TransactionCommitted(DbTransaction transaction, TransactionEndEventData eventData)
    {
        if (!afterCommit)
            return;
        failure?.Invoke().GetAwaiter().GetResult();
        throw new NotSupportedException("a policy");
    }

    public override async Task TransactionCommittedAsync(DbTransaction transaction, TransactionEndEventData eventData, CancellationToken cancellationToken = default)
    {
        if (afterCommit && failure is not null)
            await failure();
        TransactionCommitted(transaction, eventData);
    }
}
