using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>A connection of the driver's pool keeps nothing from the last call, and may be gone when the next call comes.</summary>
[BothServers]
[Collection(Alone.Name)]
public abstract class PooledTests(Servers servers, ServerKind kind)
{
    private const string Pooled = "Pooling=True;Connection Timeout=2";

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_next_call_takes_the_same_connection(bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, 200, more: Pooled);
        await trial.RunAsync(isAsync);
        await trial.Context.Database.CloseConnectionAsync();
        Assert.True((await trial.RunAsync(isAsync)).IsPipelined);
        Assert.Single(trial.Proxy.Pipelines);
        await trial.IsStoredAsync();
    }

    [Fact]
    public async Task Changed_session_settings_are_those_of_the_statements_in_flight()
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, 1, more: Pooled);
        await TestDatabase.ExecuteAsync(trial.Context, "SET SESSION time_zone = '+05:30', sql_mode = 'ANSI_QUOTES'");
        Assert.Equal("+05:30 1", await SettingsAsync(trial));
        await TestDatabase.ExecuteAsync(trial.Context, "SET SESSION time_zone = '+01:00', sql_mode = ''");
        Assert.Equal("+01:00 0", await SettingsAsync(trial));
        Assert.Single(trial.Proxy.Pipelines);
    }

    [Fact]
    public async Task A_waiting_connection_holds_no_lock()
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, 200, more: Pooled);
        await trial.RunAsync();
        await trial.Database.ExecuteAsync("SET SESSION lock_wait_timeout = 3", "ALTER TABLE tickets ADD COLUMN Extra INT NULL");
        Assert.Equal(0, await trial.Database.CountAsync($"SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id = {trial.Pipeline.ThreadId}"));
    }

    [Theory]
    [InlineData("kill", true)]
    [InlineData("kill", false)]
    [InlineData("reset", true)]
    [InlineData("reset", false)]
    public async Task A_connection_that_went_away_while_it_waited_is_replaced(string end, bool isAsync)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, 200, more: Pooled);
        await trial.RunAsync(isAsync);
        await trial.Context.Database.CloseConnectionAsync();
        if (end == "kill")
            await trial.Database.ExecuteAsync($"KILL {trial.Pipeline.ThreadId}");
        else
            trial.Pipeline.Reset();

        Assert.Equal(BulkStrategy.PipelinedArrayBatch, (await trial.RunAsync(isAsync)).Strategy);

        Assert.Equal(2, trial.Proxy.Pipelines.Count());
        await trial.IsStoredAsync();
    }

    private static async Task<string> SettingsAsync(Trial trial)
    {
        await trial.Context.BulkExecuteRawAsync(
            trial.Tickets,
            "UPDATE tickets SET Name = CONCAT(@@SESSION.time_zone, ' ', FIND_IN_SET('ANSI_QUOTES', @@SESSION.sql_mode) > 0) WHERE Id = {0}",
            ticket => ticket.Id,
            new() { Pipelining = BulkPipelining.Always });
        return (await Tickets.StoredAsync(trial.Database))[0].Name;
    }
}
