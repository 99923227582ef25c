#if !CONNECTORNET
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>A call whose connection string lists the members stays on the one that its context has reached, whichever the driver would choose for another connection.</summary>
[OnlyInFullRuns("SeveralServers names one server twice.")]
public sealed class ServerListTests(MultiPrimaryGroup cluster) : IClassFixture<MultiPrimaryGroup>
{
    private const int Rows = 5_000;

    [Theory]
    [InlineData("FailOver")]
    [InlineData("RoundRobin")]
    [InlineData("Random")]
    [InlineData("LeastConnections")]
    public async Task Statements_are_pipelined_in_the_contexts_own_session(string balance)
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        for (int call = 0; call < 4; call++)
        {
            await using ModelContext context = ContextOn(database, $"LoadBalance={balance}");
            BulkResult inserted = await context.BulkInsertAsync(Tickets.New(Rows, 1 + (call * Rows)), cancellationToken: Token);
            Assert.Equal((Rows, true, 1), (inserted.RowsInserted, inserted.IsPipelined, inserted.Connections));
        }

        await cluster.SeenByAllAsync(database, 4 * Rows);
    }

    [Theory]
    [InlineData("FailOver")]
    [InlineData("RoundRobin")]
    [InlineData("Random")]
    public async Task Further_connections_reach_the_same_member(string balance)
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        for (int call = 0; call < 4; call++)
        {
            await using ModelContext context = ContextOn(database, $"LoadBalance={balance}");
            BulkResult inserted = await context.BulkInsertAsync(Tickets.New(4 * Rows, 1 + (call * 4 * Rows)), new() { Connections = 3 }, Token);
            Assert.Equal((4 * Rows, true, 3), (inserted.RowsInserted, inserted.IsPipelined, inserted.Connections));
        }
    }

    [Fact]
    public async Task A_cancelled_call_ends_on_the_member_that_runs_it()
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        List<Ticket> tickets = await Tickets.SeedAsync(database, 10);
        for (int call = 0; call < 3; call++)
        {
            await using ModelContext context = ContextOn(database, "LoadBalance=RoundRobin");
            using CancellationTokenSource soon = new(TimeSpan.FromMilliseconds(500));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkExecuteRawAsync(tickets, "UPDATE tickets SET Score = SLEEP(20) WHERE Id = {0}", ticket => ticket.Id, cancellationToken: soon.Token));
            for (int member = 0; member < cluster.Members.Count; member++)
            {
                await using ModelContext looking = database.Context(options => options.UseMySql(cluster.ConnectionString(database, [member]), database.Server.Version));
                await looking.Database.OpenConnectionAsync(Token);
                Assert.Empty(await TestDatabase.QueryAsync(looking, "SELECT ID FROM performance_schema.processlist WHERE INFO LIKE 'UPDATE tickets SET Score = SLEEP%'"));
            }
        }
    }

    private ModelContext ContextOn(TestDatabase database, string more)
        => database.Context(options => options.UseMySql(cluster.ConnectionString(database, [0, 1, 2], more), database.Server.Version));
}
#endif
