using System.Text.RegularExpressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>No operation uses a user variable, and each leaves all settings of the session as they were, whether it succeeds or fails.</summary>
[BothServers]
public abstract partial class SessionLeftAloneTests(Servers servers, ServerKind kind)
{
    // The test has its own server, because it reads the server's log.
    private static readonly ServerOptions OwnServer = new() { BufferPoolSize = "80M" };

    // What every statement changes, or the clock.
    private static readonly HashSet<string> Volatile = new(StringComparer.OrdinalIgnoreCase)
    {
        "error_count", "warning_count", "last_insert_id", "identity", "insert_id", "timestamp", "rand_seed1", "rand_seed2", "gtid_next", "gtid_executed", "statement_id", "in_transaction", "last_gtid", "pseudo_thread_id", "skip_parallel_replication",
    };

    // MySqlConnector sets the isolation level with each transaction that it begins, for SaveChanges too.
    private static readonly string[] Settings =
    [
        "SET @mine = 'kept'", "SET SESSION sql_mode = 'NO_ZERO_DATE'", "SET SESSION time_zone = '+03:00'", "SET SESSION innodb_lock_wait_timeout = 17",
        "SET SESSION unique_checks = 0", "SET SESSION group_concat_max_len = 2048", "SET SESSION max_sort_length = 1025", "SET SESSION lc_time_names = 'de_DE'",
    ];

    // Connector/NET never ends a command whose first statement MariaDB refuses; these rows go through the provider's own batches there.
#if CONNECTORNET
    private bool EndsRefusedSaves => kind == ServerKind.MySql;
#else
    private static bool EndsRefusedSaves => true;
#endif

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [OnEachServer("Each server has session variables of its own.")]
    public async Task Every_operation_with_every_strategy(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, OwnServer);
        await using ModelContext context = database.Context(options => options.UseMySqlBulk());
        await context.Database.OpenConnectionAsync(Token);
        foreach (string setting in Settings)
            await TestDatabase.ExecuteAsync(context, setting);
        await using ServerLog log = await ServerLog.StartAsync(database);
        List<string> before = await StateAsync(context);
        Assert.Contains("@mine = kept", before);

        foreach ((string name, Func<Task> call) in Calls(context, isAsync))
        {
            await database.ExecuteAsync("DELETE FROM tickets");
            await Tickets.SeedAsync(database, 40);
            context.ChangeTracker.Clear();
            // Some strategies are not for every server and every setting.
            Exception? thrown = await Record.ExceptionAsync(call);
            Assert.True(thrown is null or BulkOperationException or DbUpdateException or InvalidOperationException, $"{name}: {thrown}");
            List<string> after = await StateAsync(context);
            Assert.True(before.SequenceEqual(after), $"{name}: {string.Join("; ", before.Zip(after).Where(pair => pair.First != pair.Second))}");
        }

        List<string> statements = await log.StopAsync();
        Assert.True(statements.Count > 100, "The log has hardly any statements.");
        Assert.Equal([], statements.Where(statement => UserVariable().IsMatch(statement) && !statement.Contains("@mine", StringComparison.Ordinal)));
        Assert.Equal([], statements.Where(statement => statement.StartsWith("CREATE TEMPORARY", StringComparison.OrdinalIgnoreCase)));
    }

    private IEnumerable<(string Name, Func<Task> Call)> Calls(ModelContext context, bool isAsync)
    {
        List<Ticket> twins = [.. Tickets.New(30, 100), new() { Token = 100, Name = "twin" }];
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            yield return ($"insert {strategy}", () => context.InsertAsync(isAsync, Tickets.New(30, 100), new() { Strategy = strategy }));
            yield return ($"failed insert {strategy}", () => context.InsertAsync(isAsync, twins, new() { Strategy = strategy }));
        }

        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            yield return ($"update {strategy}", () => context.UpdateAsync(isAsync, Tickets.New(30), new() { Strategy = strategy, Match = t => t.Token }));
            yield return ($"failed update {strategy}", () => context.UpdateAsync(isAsync, Tickets.New(50), new() { Strategy = strategy, Match = t => t.Token }));
        }

        foreach (BulkStrategy strategy in EveryStrategy.Deletes(kind))
        {
            yield return ($"delete {strategy}", async () => await context.DeleteAsync(isAsync, await context.Set<Ticket>().AsNoTracking().Take(20).ToListAsync(Token), new() { Strategy = strategy }));
            yield return ($"failed delete {strategy}", () => context.DeleteAsync(isAsync, new List<Ticket> { new() { Id = -1 }, new() { Id = -2 } }, new() { Strategy = strategy }));
        }

        foreach (BulkPipelining? pipelining in new BulkPipelining?[] { null, BulkPipelining.Never, BulkPipelining.Always })
        {
            yield return ($"upsert {pipelining}", () => context.InsertOrUpdateAsync(isAsync, Tickets.New(60), new() { Pipelining = pipelining, Match = t => t.Token }));
            yield return ($"failed upsert {pipelining}", () => context.InsertOrUpdateAsync(isAsync, twins, new() { Pipelining = pipelining, Match = t => t.Token }));
            yield return ($"synchronize {pipelining}", () => context.SynchronizeAsync(isAsync, Tickets.New(30, 20), new() { Pipelining = pipelining, WholeTable = true, Match = t => t.Token }));
            yield return ($"failed synchronize {pipelining}", () => context.SynchronizeAsync(isAsync, twins, new() { Pipelining = pipelining, WholeTable = true, Match = t => t.Token }));
        }

        yield return ("insert if absent", () => context.BulkInsertIfAbsentAsync(Tickets.New(60), new() { Match = t => t.Token }, Token));
        yield return ("delete by key", async () => await context.Set<Ticket>().BulkDeleteByKeyAsync(await context.Set<Ticket>().Select(t => t.Id).Take(10).ToListAsync(Token), cancellationToken: Token));
        yield return ("execute", () => context.BulkExecuteRawAsync(Enumerable.Range(1, 30).ToList(), "UPDATE tickets SET Score = {0} WHERE Token = {1}", i => (i, i), cancellationToken: Token));
        yield return ("read", () => context.Set<Ticket>().BulkReadAsync(Enumerable.Range(1, 3_000).Select(i => (long)i).ToList(), cancellationToken: Token));
        yield return ("save", () => SaveAsync(context, isAsync, Tickets.New(30, 100)));
        if (EndsRefusedSaves)
            yield return ("failed save", () => SaveAsync(context, isAsync, Tickets.New(30, 20)));
        yield return ("explain", () => context.ExplainBulkInsertAsync(Tickets.New(30), cancellationToken: Token));
    }

    private static Task SaveAsync(ModelContext context, bool isAsync, List<Ticket> tickets)
    {
        context.AddRange(tickets);
        return isAsync ? context.BulkSaveChangesAsync(Token) : Task.Run(context.BulkSaveChanges);
    }

    private static async Task<List<string>> StateAsync(ModelContext context)
    {
        List<object?[]> variables = await TestDatabase.QueryAsync(context, "SHOW SESSION VARIABLES");
        List<object?[]> mine = await TestDatabase.QueryAsync(context, "SELECT '@mine', CAST(@mine AS CHAR)");
        return [.. variables.Where(row => !Volatile.Contains((string)row[0]!)).Concat(mine).Select(row => $"{row[0]} = {row[1]}")];
    }

    [GeneratedRegex(@"(?<![@\w'.])@(?![@'])[\w`]")]
    private static partial Regex UserVariable();
}
