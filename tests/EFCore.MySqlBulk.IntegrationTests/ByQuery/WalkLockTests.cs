using System.Data;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>What other sessions wait for until a batch is committed, measured, is what the recipe says.</summary>
[BothServers]
public abstract class WalkLockTests(Servers servers, ServerKind kind)
{
    private const string Page = "docs/recipes/purge.md";
    private const string Delete = "BulkExecuteDelete";
    private const string Update = "BulkExecuteUpdate";

    private static readonly string[] Calls = [Delete, Update, "BulkInsertInto"];

    // Of the rows 10, 20, … 30,000, every second one up to 1,500 is in the batch. What another session does: between them, to a row between them, behind them, and to a row behind them.
    private static readonly string[] Others =
    [
        "INSERT INTO visits (Id, Site, At, Path) VALUES (1005, 7, '2026-01-01 00:01:40.5', '')",
        "UPDATE visits SET Length = 7 WHERE Id = 1000",
        "INSERT INTO visits (Id, Site, At, Path) VALUES (20005, 7, '2026-01-01 00:33:20.5', '')",
        "UPDATE visits SET Length = 7 WHERE Id = 20000",
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_batch_locks_what_the_recipe_says()
    {
        await using TestDatabase database = await ArchivedVisits.CreateAsync(servers, kind, rows: 0);
        await using (ModelContext seeding = database.Context())
            await seeding.BulkInsertAsync(Enumerable.Range(1, 3_000).Select(i => new Visit { Id = i * 10, Site = i % 2, At = Visits.Begin.AddSeconds(i), Path = "" }), cancellationToken: Token);
        await database.ExecuteAsync("DROP INDEX IX_visits_Site_At ON visits", "ANALYZE TABLE visits");
        string page = await File.ReadAllTextAsync(Build.PathOf(Page), Token);

        List<string> measured = [];
        foreach (IsolationLevel isolation in new[] { IsolationLevel.RepeatableRead, IsolationLevel.ReadCommitted })
        {
            List<(string Call, bool[] Waits)> calls = [];
            foreach (string call in Calls)
            {
                calls.Add(($"`{call}` by the primary key", await WaitsAsync(database, call, byIndex: false, isolation)));
                calls.Add(($"`{call}` with `Walk`", await WaitsAsync(database, call, byIndex: true, isolation)));
            }

            string level = isolation == IsolationLevel.RepeatableRead ? "REPEATABLE READ" : "READ COMMITTED";
            measured.Add($"| `{level}`, {(kind == ServerKind.MySql ? "MySQL" : "MariaDB")} | {string.Join(" | ", Others.Select((_, other) => Cell([.. calls.Where(call => call.Waits[other]).Select(call => call.Call)], calls.Count)))} |");
        }

        Assert.True(measured.TrueForAll(page.Contains), $"{Page} says something else than:\n{string.Join('\n', measured)}");
    }

    private static string Cell(string[] waits, int calls)
        => waits.Length == 0 ? "no"
        : waits.Length == calls ? "waits"
        : $"waits for {string.Join(", ", waits)}";

    private static async Task<bool[]> WaitsAsync(TestDatabase database, string call, bool byIndex, IsolationLevel isolation)
    {
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(isolation, Token);
        await RunAsync(context, call, byIndex);
        bool[] waits = await Task.WhenAll(Others.Select(other => WaitsAsync(database, other)));
        await transaction.RollbackAsync(Token);
        return waits;
    }

    private static Task<BulkResult> RunAsync(ModelContext context, string call, bool byIndex)
    {
        IQueryable<Visit> odd = context.Set<Visit>().Where(visit => visit.Site == 1);
        IQueryable<Visit> rows = byIndex ? odd.Where(visit => visit.At <= Visits.Begin.AddSeconds(150)) : odd.Where(visit => visit.Id <= 1_500);
        return call switch
        {
            Delete => rows.BulkExecuteDeleteAsync(Whole(new BulkExecuteDeleteOptions<Visit>(), byIndex), Token),
            Update => rows.BulkExecuteUpdateAsync(set => set.SetProperty(visit => visit.Length, 5), Whole(new BulkExecuteUpdateOptions<Visit>(), byIndex), Token),
            _ => rows.BulkInsertIntoAsync(ArchivedVisits.Row, Whole(new BulkInsertIntoOptions<Visit>(), byIndex), Token),
        };
    }

    private static TOptions Whole<TOptions>(TOptions options, bool byIndex)
        where TOptions : BulkQueryOptions<Visit>
    {
        options.Transaction = BulkQueryTransaction.Whole;
        options.Walk = byIndex ? visit => visit.At : null;
        return options;
    }

    private static async Task<bool> WaitsAsync(TestDatabase database, string statement)
    {
        await using ModelContext other = database.Context();
        await other.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(other, "SET SESSION innodb_lock_wait_timeout=1");
        await using IDbContextTransaction transaction = await other.Database.BeginTransactionAsync(Token);
        try
        {
            await TestDatabase.ExecuteAsync(other, statement);
            return false;
        }
        catch (Exception exception) when (exception.ToString().Contains("Lock wait timeout", StringComparison.Ordinal))
        {
            return true;
        }
    }
}
