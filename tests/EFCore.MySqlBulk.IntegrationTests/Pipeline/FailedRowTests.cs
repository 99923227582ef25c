using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>A row that the server rejects is named, and none of the others is stored.</summary>
[BothServers]
public abstract class FailedRowTests(Servers servers, ServerKind kind)
{
    private const int Rows = 1_200;

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, false)]
    [InlineData(99, true)]
    [InlineData(100, false)]
    [InlineData(600, true)]
    [InlineData(600, false)]
    [InlineData(Rows - 1, true)]
    [InlineData(Rows - 1, false)]
    public async Task A_duplicate_is_named_wherever_it_stands(int index, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Insert, Rows);
        await trial.Database.ExecuteAsync($"INSERT INTO tickets (Token, Name, Score) VALUES ({trial.Tickets[index].Token}, 'taken', 0)");
        trial.Context.Attach(new Ticket { Id = 999_999 });

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync(isAsync));

        Assert.Equal((1062, "23000", (int?)index, false, 0L), (failure.ErrorNumber, failure.SqlState, failure.RowIndex, failure.TransactionLost, failure.RowsAffected));
        Assert.Contains(nameof(Ticket), failure.Message, StringComparison.Ordinal);
        Assert.Equal("taken", Assert.Single(await Tickets.StoredAsync(trial.Database)).Name);
        Assert.All(trial.Tickets, ticket => Assert.Equal(0, ticket.Id));
        await trial.Database.ExecuteAsync("DELETE FROM tickets");
        await trial.LeavesNothingBehindAsync();
    }

    [Theory]
    [InlineData(Job.Update, 0, true)]
    [InlineData(Job.Execute, 600, true)]
    [InlineData(Job.Execute, Rows - 1, false)]
    public async Task A_trigger_that_refuses_a_row_refuses_them_all(Job job, int index, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, job, Rows);
        long key = trial.Tickets[index].Id;
        await trial.Database.ExecuteAsync(
            $"CREATE TRIGGER no BEFORE UPDATE ON tickets FOR EACH ROW IF NEW.Id = {key} THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'not this one'; END IF");

        BulkOperationException failure = await trial.FailsAsync<BulkOperationException>(isAsync);

        Assert.Equal((1644, "45000", (int?)index), (failure.ErrorNumber, failure.SqlState, failure.RowIndex));
        Assert.Contains("not this one", failure.InnerException!.Message, StringComparison.Ordinal);
        if (job == Job.Update)
            Assert.Equal([key], failure.Key);
        await trial.Database.ExecuteAsync("DROP TRIGGER no");
        await trial.LeavesNothingBehindAsync();
    }

    [Fact]
    public async Task A_foreign_key_that_leads_nowhere_is_an_error()
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, 300);
        await trial.Database.ExecuteAsync(
            "CREATE TABLE notes (Id BIGINT PRIMARY KEY, TicketId BIGINT NOT NULL, FOREIGN KEY (TicketId) REFERENCES tickets (Id))");
        long[] keys = [.. trial.Tickets.Select(ticket => ticket.Id), -1, .. trial.Tickets.Select(ticket => ticket.Id)];

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => trial.Context.BulkExecuteRawAsync(
            Enumerable.Range(0, keys.Length),
            "INSERT INTO notes (Id, TicketId) VALUES ({0}, {1})",
            n => (n, keys[n]),
            new() { Strategy = BulkStrategy.PipelinedArrayBatch }));

        Assert.Equal((1452, (int?)300), (failure.ErrorNumber, failure.RowIndex));
        Assert.Equal(0, await trial.Database.CountAsync("SELECT COUNT(*) FROM notes"));
        await trial.LeavesNothingBehindAsync();
    }

    [Fact]
    public async Task A_batch_of_nothing_but_errors_ends_at_the_first()
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, 3_000, new() { SocketBytes = 2_048 });

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => trial.Context.BulkExecuteRawAsync(
            trial.Tickets, "UPDATE tickets SET Name = NULL WHERE Id = {0}", t => t.Id, new() { Strategy = BulkStrategy.PipelinedArrayBatch }));

        Assert.Equal((1048, (int?)0), (failure.ErrorNumber, failure.RowIndex));
        Assert.InRange(trial.Pipeline.Executions, 1, 2_000);
        await trial.LeavesNothingBehindAsync();
    }

    [Fact]
    public async Task The_tracked_entry_of_the_row_at_fault_is_named()
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Insert, 50);
        trial.Context.AddRange(trial.Tickets);
        await trial.Database.ExecuteAsync($"INSERT INTO tickets (Token, Name, Score) VALUES ({trial.Tickets[30].Token}, 'taken', 0)");

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => trial.RunAsync());

        Assert.Same(trial.Tickets[30], Assert.Single(failure.Entries).Entity);
        Assert.All(trial.Context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Added, entry.State));
    }
}
