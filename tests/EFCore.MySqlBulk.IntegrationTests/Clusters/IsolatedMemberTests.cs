#if !CONNECTORNET
using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>A member of Galera that is cut off from the others accepts connections and refuses statements (1047).</summary>
[OnlyInFullRuns("A server alone is never cut off.")]
public sealed class IsolatedMemberTests(GaleraCluster cluster) : IClassFixture<GaleraCluster>
{
    [Fact]
    public async Task A_call_leaves_it_for_another_one()
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        await IsolateAsync();
        try
        {
            await using (ModelContext alone = cluster.Context(database, [2]))
            {
                BulkException refused = await Assert.ThrowsAnyAsync<BulkException>(() => alone.BulkInsertAsync(Tickets.New(1_000), cancellationToken: Token));
                Assert.Equal((1047, BulkOutcome.Nothing, true), (refused.ErrorNumber, refused.Outcome, refused.IsTransient));
            }

            for (int call = 0; call < 4; call++)
            {
                await using ModelContext context = cluster.Context(database, [2, 0], "LoadBalance=RoundRobin");
                BulkResult inserted = await context.BulkInsertAsync(Tickets.New(1_000, 1 + (call * 1_000)), cancellationToken: Token);
                Assert.Equal(1_000, inserted.RowsInserted);
            }
        }
        finally
        {
            cluster.Members[2].Kill();
            await cluster.Members[2].RestartAsync(Token);
        }

        await cluster.SeenByAllAsync(database, 4_000);
    }

    private async Task IsolateAsync()
    {
        await using MySqlConnector.MySqlConnection connection = new($"{cluster.Members[2].Server.ConnectionString};Pooling=False");
        await connection.OpenAsync(Token);
        await using MySqlConnector.MySqlCommand command = new("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=1'", connection);
        await command.ExecuteNonQueryAsync(Token);
        command.CommandText = "SELECT COUNT(*) FROM mysql.user";
        // Until it has noticed.
        for (long started = Stopwatch.GetTimestamp(); await Record.ExceptionAsync(() => command.ExecuteScalarAsync(Token)) is not MySqlConnector.MySqlException { Number: 1047 }; await Task.Delay(100, Token))
            Assert.True(Stopwatch.GetElapsedTime(started) < TimeSpan.FromSeconds(60));
    }
}
#endif
