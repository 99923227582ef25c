using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Transactions;

/// <summary>The caller's rollback undoes everything, because no statement was sent that commits implicitly.</summary>
[BothServers]
public abstract class RollbackTests(Servers servers, ServerKind kind)
{
    private const int Rows = 250;

    private static readonly string[] Committing = ["CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME", "LOCK TABLES", "COMMIT", "BEGIN", "START", "LOAD DATA"];

    // The test has its own server, because it reads the server's log.
    private static readonly ServerOptions OwnServer = new() { BufferPoolSize = "72M" };

    [Theory]
    [ClassData<BulkWays>]
    public async Task Every_strategy_is_taken_back_by_the_callers_rollback(Operation operation, BulkStrategy strategy, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, OwnServer);
        List<Ticket> tickets = await Tickets.ForAsync(operation, database, Rows);
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(TestContext.Current.CancellationToken);
        await using ServerLog log = await ServerLog.StartAsync(database);

        if (strategy == BulkStrategy.PreparedValuesJoin && kind == ServerKind.MariaDb)
        {
            await Assert.ThrowsAsync<InvalidOperationException>(() => context.RunAsync(operation, isAsync, tickets, 100, strategy));
            return;
        }

        BulkResult result = await context.RunAsync(operation, isAsync, tickets, 100, strategy);
        List<string> statements = await log.StopAsync();
        Assert.Equal((strategy, Rows), (result.Strategy, result.RowsAffected));
        Assert.Equal(Tickets.After(operation, tickets), await Tickets.StoredAsync(context));
        Assert.Equal(before, await Tickets.StoredAsync(database));

        await transaction.RollbackAsync(TestContext.Current.CancellationToken);
        Assert.Equal(before, await Tickets.StoredAsync(context));

        string verb = operation.ToString().ToUpperInvariant();
        // MariaDB logs a command of several statements as one.
        Assert.Contains(statements, statement => statement.Contains(verb + " ", StringComparison.Ordinal));
        Assert.DoesNotContain(statements, statement => Committing.Any(word => statement.StartsWith(word, StringComparison.OrdinalIgnoreCase)));
    }
}
