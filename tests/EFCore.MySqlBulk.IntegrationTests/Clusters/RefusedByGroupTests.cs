#if !CONNECTORNET
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>What a member refuses because of its group.</summary>
[OnlyInFullRuns("A server alone has no group.")]
public sealed class RefusedByGroupTests(MultiPrimaryGroup cluster) : IClassFixture<MultiPrimaryGroup>
{
    [Theory]
    [InlineData(50, 10_000, 3100, "200,000 bytes", BulkPipelining.Never)]
    [InlineData(50, 10_000, 3100, "200,000 bytes", BulkPipelining.Always)]
    [InlineData(20_000, 1, 3231, "size", BulkPipelining.Never)]
    [InlineData(20_000, 1, 3231, "size", BulkPipelining.Always)]
    public async Task A_transaction_above_the_groups_limit_says_which_limit_and_what_helps(int rows, int length, int error, string size, BulkPipelining pipelining)
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        await database.ExecuteAsync("SET GLOBAL group_replication_transaction_size_limit = 200000");
        try
        {
            await using ModelContext context = database.Context();
            List<Ticket> tickets = Tickets.New(rows);
            tickets.ForEach(ticket => ticket.Name = new('x', length));
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(tickets, new() { Pipelining = pipelining }, Token));

            Assert.Equal((error, BulkOutcome.Nothing, false), (refused.ErrorNumber, refused.Outcome, refused.IsTransient));
            Assert.Contains("group_replication_transaction_size_limit", refused.Message, StringComparison.Ordinal);
            Assert.Contains(size, refused.Message, StringComparison.Ordinal);
            Assert.Contains("CommitRows", refused.Message, StringComparison.Ordinal);
            Assert.Empty(await Tickets.StoredAsync(database));
        }
        finally
        {
            await database.ExecuteAsync("SET GLOBAL group_replication_transaction_size_limit = DEFAULT");
        }
    }

    [Fact]
    public async Task Rows_above_the_groups_limit_are_stored_in_portions()
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        await database.ExecuteAsync("SET GLOBAL group_replication_transaction_size_limit = 200000");
        try
        {
            await using ModelContext context = database.Context();
            List<Ticket> tickets = Tickets.New(50);
            tickets.ForEach(ticket => ticket.Name = new('x', 10_000));
            BulkResult inserted = await context.BulkInsertAsync(tickets, new() { CommitRows = 10 }, Token);

            Assert.Equal((50, 5), (inserted.RowsInserted, inserted.Portions));
            Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
        }
        finally
        {
            await database.ExecuteAsync("SET GLOBAL group_replication_transaction_size_limit = DEFAULT");
        }
    }

    [Fact]
    public async Task A_member_that_became_read_only_is_left_for_another_one()
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        await database.ExecuteAsync("SET GLOBAL super_read_only = ON");
        try
        {
            for (int call = 0; call < 4; call++)
            {
                await using ModelContext context = cluster.Context(database, [0, 1], "LoadBalance=RoundRobin");
                BulkResult inserted = await context.BulkInsertAsync(Tickets.New(1_000, 1 + (call * 1_000)), cancellationToken: Token);
                Assert.Equal(1_000, inserted.RowsInserted);
            }
        }
        finally
        {
            await database.ExecuteAsync("SET GLOBAL super_read_only = OFF", "SET GLOBAL read_only = OFF");
        }

        await cluster.SeenByAllAsync(database, 4_000);
    }

    [Fact]
    public async Task A_server_that_stays_read_only_is_an_error()
    {
        await using TestDatabase database = await cluster.EmptyAsync();
        await database.ExecuteAsync("SET GLOBAL super_read_only = ON");
        try
        {
            await using ModelContext context = database.Context();
            BulkException refused = await Assert.ThrowsAnyAsync<BulkException>(() => context.BulkInsertAsync(Tickets.New(1_000), cancellationToken: Token));
            Assert.Equal((1290, BulkOutcome.Nothing, true), (refused.ErrorNumber, refused.Outcome, refused.IsTransient));
        }
        finally
        {
            await database.ExecuteAsync("SET GLOBAL super_read_only = OFF", "SET GLOBAL read_only = OFF");
        }
    }
}
#endif
