using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

/// <summary>Runs a statement on the context's connection once a transaction is committed.</summary>
public sealed class WritesAfterCommit(string sql) : DbTransactionInterceptor
{
    public override void TransactionCommitted(DbTransaction transaction, TransactionEndEventData eventData) => Write(eventData).ExecuteNonQuery();

    public override Task TransactionCommittedAsync(DbTransaction transaction, TransactionEndEventData eventData, CancellationToken cancellationToken = default)
        => Write(eventData).ExecuteNonQueryAsync(cancellationToken);

    private DbCommand Write(TransactionEndEventData eventData)
    {
        DbCommand command = eventData.Context!.Database.GetDbConnection().CreateCommand();
        command.CommandText = sql;
        return command;
    }
}
