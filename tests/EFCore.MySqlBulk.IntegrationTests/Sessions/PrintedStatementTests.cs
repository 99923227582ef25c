using System.Text.RegularExpressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>Each family of statements in the server's dialect runs as it is printed: what <c>Explain…</c> shows is what the server logs, and what it prepares.</summary>
[BothServers]
public abstract class PrintedStatementTests(Servers servers, ServerKind kind)
{
    private const int Rows = 20;

    // The test has its own server, because it reads the server's log.
    private static readonly ServerOptions OwnServer = new() { BufferPoolSize = "72M" };

    [Fact]
    public async Task Inserts_updates_and_deletes_run_as_printed_under_every_strategy()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, OwnServer);
        foreach (Operation operation in Enum.GetValues<Operation>())
        {
            foreach (BulkStrategy strategy in operation switch { Operation.Insert => EveryStrategy.Inserts, Operation.Update => EveryStrategy.Updates(kind), _ => EveryStrategy.Deletes(kind) })
            {
                await database.ExecuteAsync("DELETE FROM tickets");
                List<Ticket> tickets = await Tickets.ForAsync(operation, database, Rows);
                await using ModelContext context = database.Context();
                int? batch = EveryStrategy.BatchRows(strategy);
                BulkExplanation printed = operation switch
                {
                    Operation.Insert => await context.ExplainBulkInsertAsync(tickets, new() { Strategy = strategy, BatchRows = batch }, Token),
                    Operation.Update => await context.ExplainBulkUpdateAsync(tickets, new() { Strategy = strategy, BatchRows = batch }, Token),
                    _ => await context.ExplainBulkDeleteAsync(tickets, new() { Strategy = strategy, BatchRows = batch }, Token),
                };

                BulkResult done;
                List<string> logged;
                await using (ServerLog log = await ServerLog.StartAsync(database))
                {
                    done = operation switch
                    {
                        Operation.Insert => await context.BulkInsertAsync(tickets, new() { Strategy = strategy, BatchRows = batch }, Token),
                        Operation.Update => await context.BulkUpdateAsync(tickets, new() { Strategy = strategy, BatchRows = batch }, Token),
                        _ => await context.BulkDeleteAsync(tickets, new() { Strategy = strategy, BatchRows = batch }, Token),
                    };
                    logged = await log.StopAsync();
                }

                Assert.Equal((strategy, Rows), (done.Strategy, done.RowsAffected));
                // One command has many statements, which MySQL logs one by one.
                foreach (string statement in printed.FirstStatement.Split("\n;\n"))
                    await AssertRunsAsync(database, statement, logged, $"{operation} {strategy}");
            }
        }
    }

    [Fact]
    public async Task Look_ups_and_scopes_run_as_printed()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, OwnServer);
        await Tickets.SeedAsync(database, Rows);
        List<Ticket> tickets = Tickets.New(Rows);
        await using ModelContext context = database.Context();

        // What a call tries first depends on what the last one found, so each is explained right before it runs.
        foreach ((Func<Task<BulkExplanation>> explain, Func<Task> call) in ((Func<Task<BulkExplanation>>, Func<Task>)[])
        [
            (() => context.ExplainBulkInsertOrUpdateAsync(tickets, new() { Match = t => t.Token }, Token), () => context.BulkInsertOrUpdateAsync(tickets, new() { Match = t => t.Token }, Token)),
            (() => context.ExplainBulkInsertIfAbsentAsync(tickets, new() { Match = t => t.Token }, Token), () => context.BulkInsertIfAbsentAsync(tickets, new() { Match = t => t.Token }, Token)),
            (() => context.ExplainBulkSynchronizeAsync(tickets, new() { Match = t => t.Token, WholeTable = true }, Token),
                () => context.BulkSynchronizeAsync(tickets, new() { Match = t => t.Token, WholeTable = true }, Token)),
        ])
        {
            string printed = (await explain()).FirstStatement;
            await using ServerLog log = await ServerLog.StartAsync(database);
            await call();
            await AssertRunsAsync(database, printed, await log.StopAsync(), printed);
        }
    }

    // The server has run it; where the text has placeholders, it has run it with values in their places, and it prepares the text as it is.
    private static async Task AssertRunsAsync(TestDatabase database, string printed, List<string> logged, string name)
    {
        string text = printed.Trim();
        if (logged.Exists(each => each.Contains(text, StringComparison.Ordinal)))
            return;
        Assert.True(text.Contains('?'), $"{name} does not run {text}, but {string.Join("\n", logged)}");
        // One row stands for all of them, separated by commas.
        Regex pattern = new(Regex.Escape(text).Replace(@"\?", "(?:[^,]|'[^']*')+?", StringComparison.Ordinal).Replace(@"\)\ AS\ v", @".*\)\ AS\ v", StringComparison.Ordinal), RegexOptions.Singleline);
        Assert.True(logged.Exists(each => pattern.IsMatch(each)), $"{name} does not run {text}, but {string.Join("\n", logged)}");
        await database.ExecuteAsync($"PREPARE printed FROM '{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "''", StringComparison.Ordinal)}'");
    }
}
