using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Statements in flight store what commands of the driver would have stored: the session is the same.</summary>
[BothServers]
public abstract class SessionStateTests(Servers servers, ServerKind kind)
{
    private static readonly string[] Variables =
    [
        "time_zone", "foreign_key_checks", "unique_checks", "auto_increment_increment", "auto_increment_offset", "collation_connection",
        "character_set_client", "character_set_connection",
    ];

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_settings_are_those_of_the_session(bool isChanged)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Execute, 1);
        string isolation = kind == ServerKind.MySql ? "transaction_isolation" : "tx_isolation";
        string[] variables = [.. Variables, isolation, "sql_mode"];
        string all = $"CONCAT_WS('|', DATABASE(), {string.Join(", ", variables.Select(name => "@@SESSION." + name))})";
        await trial.Database.ExecuteAsync("ALTER TABLE tickets MODIFY Name TEXT NOT NULL");
        if (isChanged)
        {
            await TestDatabase.ExecuteAsync(trial.Context, "SET SESSION time_zone = '+05:30', foreign_key_checks = 0, unique_checks = 0, auto_increment_increment = 7, auto_increment_offset = 3");
            await TestDatabase.ExecuteAsync(trial.Context, "SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO'");
            await TestDatabase.ExecuteAsync(trial.Context, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
            await TestDatabase.ExecuteAsync(trial.Context, "SET SESSION collation_connection = 'utf8mb4_unicode_ci'");
        }

        BulkResult done = await trial.Context.BulkExecuteRawAsync(
            trial.Tickets, $"UPDATE tickets SET Name = {all} WHERE Id = {{0}}", t => t.Id, new() { Strategy = BulkStrategy.PipelinedArrayBatch });

        Assert.Equal((BulkStrategy.PipelinedArrayBatch, 1L), (done.Strategy, done.RowsAffected));
        string[] pipelines = (await Tickets.StoredAsync(trial.Database))[0].Name.Split('|');
        string[] contexts = ((string)(await TestDatabase.QueryAsync(trial.Context, $"SELECT {all}"))[0][0]!).Split('|');
        Assert.Equal(contexts[..^1], pipelines[..^1]);
        // Wrong data is an error here as everywhere: a session whose mode is not strict is made so for the call.
        string[] modes = contexts[^1].Split(',', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(isChanged, !modes.Any(mode => mode.StartsWith("STRICT_", StringComparison.Ordinal)));
        Assert.Equal((isChanged ? modes.Append("STRICT_ALL_TABLES") : modes).Order(), pipelines[^1].Split(',').Order());
    }

    [Fact]
    public async Task Keys_follow_the_contexts_increment()
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Insert, 10);
        await TestDatabase.ExecuteAsync(trial.Context, "SET SESSION auto_increment_increment = 7, auto_increment_offset = 3");
        await trial.RunAsync();
        Assert.Equal(Enumerable.Range(0, 10).Select(n => 3L + (7 * n)), trial.Tickets.Select(t => t.Id));
        await trial.IsStoredAsync();
    }

    [Theory]
    [InlineData(65_530)]
    [InlineData(16_777_210)]
    [InlineData(5_000_000_000)]
    [InlineData(9_000_000_000_000_000_000)]
    public async Task Large_keys_are_read_back(long first)
    {
        await using Trial trial = await Trial.BeginAsync(servers, kind, Job.Insert, 20);
        await trial.Database.ExecuteAsync($"ALTER TABLE tickets AUTO_INCREMENT = {first}");
        await trial.RunAsync();
        Assert.Equal(Enumerable.Range(0, 20).Select(n => first + n), trial.Tickets.Select(t => t.Id));
        await trial.IsStoredAsync();
    }
}
