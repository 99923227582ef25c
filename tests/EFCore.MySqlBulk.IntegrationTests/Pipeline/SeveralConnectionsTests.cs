using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Rows that go over several connections at once.</summary>
[BothServers]
public abstract class SeveralConnectionsTests(Servers servers, ServerKind kind)
{
    private const int Rows = 20_000;

    [Theory]
    [InlineData(null, true)]
    [InlineData(null, false)]
    [InlineData(BulkStrategy.PipelinedArrayBatch, true)]
    [InlineData(BulkStrategy.PipelinedArrayBatch, false)]
    public async Task Rows_are_stored_changed_and_deleted(BulkStrategy? strategy, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(Rows);

        BulkResult inserted = await context.InsertAsync(isAsync, tickets, new() { Strategy = strategy, Connections = 3 });
        Assert.Equal((Rows, 3), (inserted.RowsInserted, inserted.Connections));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));

        tickets.ForEach(ticket => ticket.Score = -ticket.Token);
        BulkResult updated = await context.UpdateAsync(isAsync, tickets, new() { Strategy = strategy, Connections = 3 });
        Assert.Equal((Rows, 3), (updated.RowsUpdated, updated.Connections));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));

        BulkExecuteOptions options = new() { Connections = 2, ReturnAffected = true };
        int[] expected = [.. tickets.Select(ticket => ticket.Token % 3 == 0 ? 1 : 0)];
        BulkResult executed = await context.BulkExecuteRawAsync(
            tickets, "UPDATE tickets SET Name = {0} WHERE Id = {1} AND Token % 3 = 0", ticket => ($"third {ticket.Token}", ticket.Id), options, Token);
        Assert.Equal((Rows, 2), (executed.Executions, executed.Connections));
        Assert.Equal(expected, executed.AffectedByRow);

        BulkResult deleted = await context.DeleteAsync(isAsync, tickets, new() { Strategy = strategy, Connections = 3 });
        Assert.Equal((Rows, 3), (deleted.RowsDeleted, deleted.Connections));
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(null)]
    [InlineData(BulkStrategy.PipelinedArrayBatch)]
    public async Task A_refused_row_leaves_nothing_on_any_of_them(BulkStrategy? strategy)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Ticket> tickets = Tickets.New(Rows);
        tickets[15_000].Name = null!;

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(tickets, new() { Strategy = strategy, Connections = 3 }, Token));

        Assert.Equal((15_000, 0L), (refused.RowIndex, refused.RowsAffected));
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task A_commit_that_fails_says_which_rows_are_stored()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        int commits = 0;
        await using FaultProxy proxy = new(database.ConnectionString, Faults.Once(Fault.ResetBefore, (_, packet) => packet.IsCommit && ++commits == 2));
        await using ModelContext context = database.Context(proxy, Trial.Plain);
        List<Ticket> tickets = Tickets.New(Rows);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertAsync(tickets, new() { Connections = 3 }, Token));

        int[] stored = [.. (await Tickets.StoredAsync(database)).Select(ticket => ticket.Token - 1).Order()];
        Assert.InRange(stored.Length, 1, Rows - 1);
        Assert.Equal(stored, failure.StoredRowIndexes);
        Assert.Equal(stored.Length, failure.RowsAffected);
    }

    [Fact]
    public async Task A_cancelled_call_leaves_nothing_on_any_of_them()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        using CancellationTokenSource source = new();
        List<Ticket> tickets = Tickets.New(Rows * 5);
        BulkInsertOptions options = new() { Connections = 2, Progress = new Cancelling(source) };

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkInsertAsync(tickets, options, source.Token));

        Assert.Empty(await Tickets.StoredAsync(database));
    }

    private sealed class Cancelling(CancellationTokenSource source) : IProgress<BulkProgress>
    {
        public void Report(BulkProgress value) => source.CancelAfter(2);
    }
}
