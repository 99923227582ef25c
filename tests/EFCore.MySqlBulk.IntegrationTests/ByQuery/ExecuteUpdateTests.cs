using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>The rows of a query are updated in batches, each row once, to what EF Core's own ExecuteUpdate makes of them.</summary>
[BothServers]
public abstract class ExecuteUpdateTests(Servers servers, ServerKind kind)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(1, true)]
    [InlineData(7, false)]
    [InlineData(100, true)]
    [InlineData(100_000, false)]
    public async Task The_same_rows_as_with_ExecuteUpdate(int batchRows, bool isAsync)
    {
        await using TestDatabase expected = await Visits.CreateAsync(servers, kind);
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        string path = "/changed";
        int updated = await Of(expected.Context()).ExecuteUpdateAsync(s => s.SetProperty(v => v.Length, v => v.Site * 2).SetProperty(v => v.Path, path).SetProperty(v => v.Site, v => v.Site + 1), Token);

        BulkExecuteUpdateOptions<Visit> options = new() { BatchRows = batchRows, BatchTime = Visits.Patience };
        BulkResult done = isAsync
            ? await Of(database.Context()).BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Length, v => v.Site * 2).SetProperty(v => v.Path, path).SetProperty(v => v.Site, v => v.Site + 1), options, Token)
            : Of(database.Context()).BulkExecuteUpdate(s => s.SetProperty(v => v.Length, v => v.Site * 2).SetProperty(v => v.Path, path).SetProperty(v => v.Site, v => v.Site + 1), options);

        Assert.Equal(await RowsAsync(expected), await RowsAsync(database));
        Assert.Equal((updated, updated, 0), (done.RowsUpdated, done.RowsAffected, done.RowsDeleted));
        Assert.Equal((updated + batchRows - 1) / batchRows, done.Portions);
        Assert.Equal([1_000L], done.LastKey);
        Assert.StartsWith($"{updated} rows updated", done.ToString(), StringComparison.Ordinal);

        // The rows still match when they are updated.
        static IQueryable<Visit> Of(ModelContext context) => context.Set<Visit>().Where(visit => visit.Site > 3 || visit.Id == 1_000);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Each_row_once_in_the_order_of_an_index_from_a_key_on(bool isAsync)
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        DateTime cutoff = Visits.After(400);
        await using ModelContext context = database.Context();
        IQueryable<Visit> old = context.Set<Visit>().Where(visit => visit.At < cutoff);
        using CancellationTokenSource source = new();
        BulkExecuteUpdateOptions<Visit> options = new() { Walk = visit => visit.At, BatchRows = 33, BatchTime = Visits.Patience, Progress = new ProgressReports([], CancelAtThird) };

        BulkCanceledException cancelled = await Assert.ThrowsAsync<BulkCanceledException>(() => old.BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Site, v => v.Site + 100), options, source.Token));
        Assert.Equal((BulkOutcome.Some, 99), (cancelled.Outcome, cancelled.RowsAffected));
        options = new() { Walk = visit => visit.At, BatchRows = 50, BatchTime = Visits.Patience, After = cancelled.LastKey };
        BulkResult rest = isAsync
            ? await old.BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Site, v => v.Site + 100), options, Token)
            : old.BulkExecuteUpdate(s => s.SetProperty(v => v.Site, v => v.Site + 100), options);

        Assert.Equal(301, rest.RowsUpdated);
        Assert.Equal(400, await database.CountAsync("SELECT COUNT(*) FROM visits WHERE Site = 100 + (Id - 1) % 7 AND Id <= 400"));
        Assert.Equal(600, await database.CountAsync("SELECT COUNT(*) FROM visits WHERE Site = (Id - 1) % 7 AND Id > 400"));

        void CancelAtThird(BulkProgress progress)
        {
            if (progress.RowCount == 99)
                source.Cancel();
        }
    }

    [Fact]
    public async Task A_row_that_no_longer_matches_is_left_and_a_conflict_repeats_the_batch()
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        await using ModelContext context = database.Context(options => options.AddInterceptors(new BeforeStatement(2, async command =>
        {
            await database.ExecuteAsync("UPDATE visits SET Path = 'kept' WHERE Id IN (120, 150)");
            await Trouble.SignalAsync(command, 1213);
        })));

        BulkResult done = await context.Set<Visit>().Where(visit => visit.Path != "kept").BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Site, v => v.Site + 1), new() { BatchRows = 100, BatchTime = Visits.Patience }, Token);

        Assert.Equal((998, 10), (done.RowsUpdated, done.Portions));
        Assert.Equal(998, await database.CountAsync("SELECT COUNT(*) FROM visits WHERE Site = (Id - 1) % 7 + 1 AND Path <> 'kept'"));
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM visits WHERE Site = (Id - 1) % 7 AND Path = 'kept'"));
    }

    // EF Core 9 has the setters as an expression, and calculates its values for each statement.
    [Fact]
    public async Task On_EF_Core_10_the_callers_code_runs_once_for_all_batches()
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind, 100);
        int calls = 0;
        Func<string> path = () => $"/call{++calls}";

        BulkResult done = await database.Context().Set<Visit>().Where(visit => visit.Id > 0).BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Path, path()), o => (o.BatchRows, o.BatchTime) = (25, Visits.Patience), Token);

        Assert.Equal((100, 4), (done.RowsUpdated, done.Portions));
        Assert.Equal(typeof(DbContext).Assembly.GetName().Version!.Major == 9 ? 4 : 1, calls);
        Assert.Equal(calls, await database.CountAsync("SELECT COUNT(DISTINCT Path) FROM visits"));
    }

    [Fact]
    public async Task What_would_move_a_row_in_the_walk_is_refused()
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind, 100, model => model.Entity<Stamped>(stamped =>
        {
            stamped.ToTable("stamped").Property(s => s.Stamp).ValueGeneratedOnAddOrUpdate();
            stamped.HasIndex(s => s.Stamp);
        }));
        await using ModelContext context = database.Context();
        IQueryable<Visit> some = context.Set<Visit>().Where(visit => visit.Site == 3);

        await RefusedAsync("BulkExecuteUpdate sets 'Id', by which the rows are walked", () => some.BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Path, "x").SetProperty(v => v.Id, v => v.Id + 1_000), cancellationToken: Token));
        await RefusedAsync("BulkExecuteUpdate sets 'At', by which", () => some.BulkExecuteUpdateAsync(s => s.SetProperty(v => EF.Property<DateTime>(v, "At"), DateTime.Now), new() { Walk = visit => visit.At }, Token));
        await RefusedAsync(
            "Walk names 'Stamp', which the server changes when a row is updated",
            () => context.Set<Stamped>().Where(s => s.Name == "y").BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Name, "x"), new() { Walk = row => row.Stamp }, Token));
        await RefusedAsync("The query given to BulkExecuteUpdate has no condition", () => context.Set<Visit>().BulkExecuteUpdateAsync(s => s.SetProperty(v => v.Path, "x"), cancellationToken: Token));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM visits WHERE Path = 'x'"));

        Assert.Equal(14, (await some.BulkExecuteUpdateAsync(s => s.SetProperty(v => v.At, Visits.Begin), cancellationToken: Token)).RowsUpdated);
    }

    private static async Task RefusedAsync(string message, Func<Task> call)
        => Assert.Contains(message, (await Assert.ThrowsAsync<InvalidOperationException>(call)).Message, StringComparison.Ordinal);

    private static async Task<List<(long Id, int Site, DateTime At, int? Length, string Path)>> RowsAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        List<Visit> rows = await context.Set<Visit>().OrderBy(visit => visit.Id).ToListAsync(Token);
        return [.. rows.Select(row => (row.Id, row.Site, row.At, row.Length, row.Path))];
    }

    private sealed class Stamped
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public DateTime Stamp { get; set; }
    }
}
