using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore.Diagnostics;

namespace EFCore.MySqlBulk.IntegrationTests.Portions;

/// <summary>Counts the rows that another session sees after each commit.</summary>
public sealed class SeenCommits(TestDatabase database) : DbTransactionInterceptor
{
    public List<long> Rows { get; } = [];

    public override void TransactionCommitted(DbTransaction transaction, TransactionEndEventData eventData)
        => Rows.Add(database.CountAsync("SELECT COUNT(*) FROM tickets").GetAwaiter().GetResult());

    public override async Task TransactionCommittedAsync(DbTransaction transaction, TransactionEndEventData eventData, CancellationToken cancellationToken = default)
        => Rows.Add(await database.CountAsync("SELECT COUNT(*) FROM tickets"));
}
