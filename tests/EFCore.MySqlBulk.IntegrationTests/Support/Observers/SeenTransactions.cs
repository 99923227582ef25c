using System.Data.Common;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Observers;

/// <summary>Counts the transactions that a context began, committed and rolled back.</summary>
public sealed class SeenTransactions : DbTransactionInterceptor
{
    public int Started { get; private set; }

    public int Committed { get; private set; }

    public int RolledBack { get; private set; }

    public override DbTransaction TransactionStarted(DbConnection connection, TransactionEndEventData eventData, DbTransaction result)
    {
        Started++;
        return result;
    }

    public override ValueTask<DbTransaction> TransactionStartedAsync(
        DbConnection connection, TransactionEndEventData eventData, DbTransaction result, CancellationToken cancellationToken = default)
        => new(TransactionStarted(connection, eventData, result));

    public override void TransactionCommitted(DbTransaction transaction, TransactionEndEventData eventData) => Committed++;

    public override Task TransactionCommittedAsync(DbTransaction transaction, TransactionEndEventData eventData, CancellationToken cancellationToken = default)
    {
        Committed++;
        return Task.CompletedTask;
    }

    public override void TransactionRolledBack(DbTransaction transaction, TransactionEndEventData eventData) => RolledBack++;

    public override Task TransactionRolledBackAsync(DbTransaction transaction, TransactionEndEventData eventData, CancellationToken cancellationToken = default)
    {
        RolledBack++;
        return Task.CompletedTask;
    }
}
