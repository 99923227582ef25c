#if !CONNECTORNET
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
#endif
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Servers and proxies that serve one command at a time: a call that would pipeline ends in time and stores its rows all the same, and one that may not pipeline never does.</summary>
[BothServers]
public abstract class OneAtATimeTests(Servers servers, ServerKind kind)
{
    private const int Rows = 3_000;
    private const string Settings = "SslMode=Disabled;AllowPublicKeyRetrieval=True;Connection Timeout=3;Default Command Timeout=10;";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task A_call_that_cannot_pipeline_stores_its_rows_all_the_same()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        OneAtATime relay = new(sparesTheDriver: true);
        await using FaultProxy proxy = new(database.ConnectionString, relay.Policy);
        await using ModelContext context = database.Context(proxy, Settings + "Pooling=False");
        List<Ticket> tickets = Tickets.New(Rows);

        BulkResult inserted = await context.BulkInsertAsync(tickets).WaitAsync(Patience);

        Assert.True(relay.Lost > 0);
        Assert.Equal((false, (long)Rows), (inserted.IsPipelined, inserted.RowsInserted));
        Assert.Contains(inserted.Warnings, warning => warning.Contains("did not answer pipelined statements within 3 s", StringComparison.Ordinal));
        await EverythingWorksAsync(database, context, tickets);
        BulkOperationException asked = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(Tickets.New(Rows, 100_000), new() { Pipelining = BulkPipelining.Always }).WaitAsync(Patience));
        Assert.Contains("did not answer pipelined statements within 3 s", asked.Message, StringComparison.Ordinal);
        Assert.Equal(BulkOutcome.Nothing, asked.Outcome);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

#if !CONNECTORNET
    [Fact]
    public async Task With_Pipelining_False_no_command_is_sent_before_the_last_was_answered()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        OneAtATime relay = new();
        await using FaultProxy proxy = new(database.ConnectionString, relay.Policy);
        await using ModelContext context = database.Context(proxy, Settings + "Pipelining=False");
        List<Ticket> tickets = Tickets.New(Rows);

        BulkResult inserted = await context.BulkInsertAsync(tickets).WaitAsync(Patience);

        Assert.Equal((false, "the connection string sets Pipelining=False"), (inserted.IsPipelined, inserted.PipeliningReason));
        await EverythingWorksAsync(database, context, tickets);
        foreach (BulkStrategy strategy in EveryStrategy.Inserts.Where(strategy => strategy != BulkStrategy.PipelinedArrayBatch))
            await context.BulkInsertAsync(Tickets.New(50, 1_000 * (1 + (int)strategy)), new() { Strategy = strategy, BatchRows = 20 }).WaitAsync(Patience);
        await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(Tickets.New(50, 100_000), new() { Strategy = BulkStrategy.PipelinedArrayBatch }));
        Assert.Equal(4 * 50, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
        Assert.Equal(0, relay.Lost);
        Assert.Empty(proxy.Pipelines);
    }
#endif

    // The last call deletes every row.
    private static async Task EverythingWorksAsync(TestDatabase database, ModelContext context, List<Ticket> tickets)
    {
        tickets.ForEach(ticket => ticket.Name += "'");
        Assert.Equal(Rows, (await context.BulkUpdateAsync(tickets).WaitAsync(Patience)).RowsUpdated);
        Assert.Equal(Rows, (await context.BulkExecuteRawAsync(tickets, "UPDATE tickets SET Score = {0} WHERE Id = {1}", t => (7.5, t.Id)).WaitAsync(Patience)).RowsAffected);
        tickets.ForEach(ticket => ticket.Score = 7.5);
        List<Ticket> more = [.. tickets, .. Tickets.New(10, Rows + 1)];
        Assert.Equal(10, (await context.BulkInsertOrUpdateAsync(more, new() { Match = t => t.Token }).WaitAsync(Patience)).RowsInserted);
        Assert.Equal(Tickets.Values(more), await Tickets.StoredAsync(database));
        Assert.Equal(more.Count, (await context.Set<Ticket>().BulkReadAsync(more.Select(t => t.Id)).WaitAsync(Patience)).Count);
        Assert.Equal(10, (await context.BulkSynchronizeAsync(tickets, new() { WholeTable = true }).WaitAsync(Patience)).RowsDeleted);
        Assert.Equal(Rows, (await context.BulkDeleteAsync(tickets).WaitAsync(Patience)).RowsDeleted);
        Assert.Empty(await Tickets.StoredAsync(database));
    }
}
