#if !CONNECTORNET
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

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
            await using ModelContext context = cluster.Context(database, [0, 1, 2], $"LoadBalance={balance}");
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
            await using ModelContext context = cluster.Context(database, [0, 1, 2], $"LoadBalance={balance}");
            BulkResult inserted = await context.BulkInsertAsync(Tickets.New(4 * Rows, 1 + (call * 4 * Rows)), new() { Connections = 3 }, Token);
            Assert.Equal((4 * Rows, true, 3), (inserted.RowsInserted, inserted.IsPipelined, inserted.Connections));
        }
    }

    [Fact]
    public async Task The_first_server_of_the_list_is_not_taken_for_the_contexts_when_it_comes_back()
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        cluster.Members[2].Kill();
        await using ModelContext context = cluster.Context(database, [2, 0]);
        await context.Database.OpenConnectionAsync(Token);
        await cluster.State.RestartAsync(cluster.Members[2]);

        // Further connections.
        List<Ticket> tickets = Tickets.New(4 * Rows);
        BulkResult inserted = await context.BulkInsertAsync(tickets, new() { Connections = 3 }, Token);
        Assert.Equal((4 * Rows, 3), (inserted.RowsInserted, inserted.Connections));

        // A short connection that ends the statement of a call which waits for a lock.
        await using ModelContext holder = database.Context();
        await using IDbContextTransaction transaction = await holder.Database.BeginTransactionAsync(Token);
        await TestDatabase.ExecuteAsync(holder, "UPDATE tickets SET Score = 0 WHERE Token = 1");
        tickets.ForEach(ticket => ticket.Score = -1);
        using CancellationTokenSource soon = new(TimeSpan.FromMilliseconds(500));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkUpdateAsync(tickets, new() { Pipelining = BulkPipelining.Always }, soon.Token));
        Assert.Equal(0, Convert.ToInt64((await TestDatabase.QueryAsync(holder, "SELECT COUNT(*) FROM performance_schema.data_lock_waits"))[0][0], CultureInfo.InvariantCulture));
    }
}
#endif
