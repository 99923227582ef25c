using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Rows that each statement affected, counted alike, pipelined or not.</summary>
[BothServers]
public abstract class AffectedRowsTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(BulkPipelining.Always)]
    [InlineData(BulkPipelining.Never)]
    public async Task An_update_that_changes_nothing_counts_the_row_it_found(BulkPipelining pipelining)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, 3);
        long[] keys = [trial.Tickets[0].Id, -1, trial.Tickets[2].Id];
        BulkResult done = await trial.Context.BulkExecuteRawAsync(
            keys, "UPDATE tickets SET Token = Token WHERE Id = {0}", key => key, new() { Pipelining = pipelining, ReturnAffected = true });
        Assert.Equal([1, 0, 1], done.AffectedByRow);
        Assert.Equal(2, done.RowsAffected);
    }

    [Theory]
    [InlineData(BulkPipelining.Always)]
    [InlineData(BulkPipelining.Never)]
    public async Task An_insert_or_update_counts_one_two_and_one(BulkPipelining pipelining)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, 1);
        (int Token, string Name)[] rows = [(77, "new"), (77, "changed"), (77, "changed"), (78, "new")];
        BulkResult done = await trial.Context.BulkExecuteRawAsync(
            rows,
            "INSERT INTO tickets (Token, Name, Score) VALUES ({0}, {1}, 0) ON DUPLICATE KEY UPDATE Name = {1}",
            row => (row.Token, row.Name),
            new() { Pipelining = pipelining, ReturnAffected = true });
        Assert.Equal([1, 2, 1, 1], done.AffectedByRow);
    }

    [Fact]
    public async Task A_statement_that_affects_many_rows_counts_them_all()
    {
        const int rows = 70_000;
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, rows);
        BulkResult done = await trial.Context.BulkExecuteRawAsync(
            [1, 2], "UPDATE tickets SET Score = Score + {0}", step => step, new() { Strategy = BulkStrategy.PipelinedArrayBatch, ReturnAffected = true });
        Assert.Equal([rows, rows], done.AffectedByRow);
        Assert.Equal(2 * rows, done.RowsAffected);
    }
}
