using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery.CopiedKeys;

/// <summary>The keys that are told are those in the tables, whatever other sessions do, and wherever the call ends.</summary>
[BothServers]
public abstract class KeysBesideWritersTests(Servers servers, ServerKind kind)
{
    private const int Rows = 3_000;

    public static TheoryData<int, bool, bool> Cases { get; } =
    [
        .. from statement in Enumerable.Range(1, 24)
           from isAnswer in new[] { true, false }
           from isAsync in new[] { true, false }
           select (statement, isAnswer, isAsync),
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Others_insert_into_the_table_and_change_the_rows(bool isReadCommitted)
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind, Rows);
        List<CopiedKey> keys = [];
        BulkResult done;
        using CancellationTokenSource end = new();
        await using (Writers writers = await Writers.StartAsync(database, Rows))
        {
            Task[] inserts = [.. Enumerable.Range(0, 3).Select(number => Task.Run(() => InsertAsync(database, deletes: number == 0, end.Token)))];
            while (await database.CountAsync("SELECT COUNT(*) FROM copies") < 20)
                await Task.Delay(5, Token);
            await using ModelContext context = database.Context();
            await context.Database.OpenConnectionAsync(Token);
            if (isReadCommitted)
                await context.Database.ExecuteSqlRawAsync("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", Token);
            // Looks change a row between its being copied and compared, unless it is locked.
            done = await context.Set<Visit>().Where(visit => visit.Site < Writers.Border).BulkInsertIntoAsync(
                visit => new Copy { VisitId = visit.Id, Note = visit.Path + visit.Length }, new() { Walk = visit => visit.At, BatchRows = 150, BatchTime = Visits.Patience, CopiedKeys = keys.AddRange }, Token);
            await end.CancelAsync();
            await Task.WhenAll(inserts);
        }

        Assert.Equal(await Copies.StoredAsync(database), Copies.Pairs(keys));
        Assert.Equal(done.RowsInserted, keys.Count);
        Assert.Equal(Enumerable.Range(1, Rows).Select(id => (long)id).Where(Writers.AlwaysMatches), Copies.Pairs(keys).Select(pair => pair.Source).Where(Writers.AlwaysMatches).Order());
        // Theirs lie between.
        Assert.InRange(await database.CountAsync($"SELECT COUNT(*) FROM copies WHERE VisitId IS NULL AND Id BETWEEN {keys[0].Copy} AND {keys[^1].Copy}"), 1, int.MaxValue);
    }

    // Otherwise a row could change between the snapshot and its copy, or be another one.
    [Theory]
    [InlineData("UPDATE visits SET Path = 'changed' WHERE Id = 60")]
    [InlineData("UPDATE visits SET At = '2020-01-01' WHERE Id = 60")]
    [InlineData("DELETE FROM visits WHERE Id = 60")]
    [InlineData("INSERT INTO visits (Id, Site, At, Path) VALUES (0, 3, '2025-12-31 23:54:30', 'new')")]
    [InlineData("UPDATE sites SET Name = 'no' WHERE Id = 3")]
    public async Task Rows_are_locked_before_the_snapshot(string change)
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind, 100);
        await database.ExecuteAsync("SET sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO')", "CREATE TABLE sites (Id INT PRIMARY KEY, Name VARCHAR(10) NOT NULL)", "INSERT INTO sites VALUES (0, 'yes'), (1, 'yes'), (2, 'yes'), (3, 'yes'), (4, 'no'), (5, 'no'), (6, 'no')");
        List<int> refused = [];
        List<CopiedKey> keys = [];
        await using ModelContext context = database.Context(options => options.AddInterceptors(new BeforeStatement(number => number == 2, async _ =>
            refused.Add(Trouble.Number(await Record.ExceptionAsync(() => database.ExecuteAsync("SET SESSION innodb_lock_wait_timeout = 1, sql_mode = CONCAT(@@sql_mode, ',NO_AUTO_VALUE_ON_ZERO')", change)))))));

        await context.Set<Visit>().FromSqlRaw("SELECT * FROM visits WHERE Site IN (SELECT Id FROM sites WHERE Name = 'yes')").BulkInsertIntoAsync(Copies.Row, new() { Walk = visit => visit.At, CopiedKeys = keys.AddRange }, Token);

        Assert.Equal([1205], refused);
        Assert.Equal(await Copies.StoredAsync(database), Copies.Pairs(keys));
        Assert.Equal(58, keys.Count);
    }

    // Each command of the first batches: the transaction's beginning, the search, the locks, the snapshot, the copy, the comparison, the keys, the commit.
    [Theory]
    [MemberData(nameof(Cases))]
    public async Task The_connection_is_lost_at_a_command(int statement, bool isAnswer, bool isAsync)
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind, 400);
        await using FaultProxy proxy = new(database.ConnectionString, WalkFaults.LosesAt(statement, isAnswer));
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled");
        List<CopiedKey> keys = [];

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => CopyAsync(context, isAsync, null, keys));

        List<(long Source, long Copy)> stored = await Copies.StoredAsync(database);
        Assert.Equal(failure.RowsAffected, keys.Count);
        Assert.Equal(stored.Take(keys.Count), Copies.Pairs(keys));
        Assert.InRange(stored.Count - keys.Count, 0, failure.Outcome == BulkOutcome.Unknown ? 50 : 0);
        // What is not known to be stored is looked up, and the call goes on behind it.
        await using ModelContext again = database.Context();
        await CopyAsync(again, isAsync, stored.Count == 0 ? null : [stored[^1].Source], keys);
        Assert.Equal((await Copies.StoredAsync(database)).Except(stored[(int)failure.RowsAffected..]), Copies.Pairs(keys));
        Assert.Equal(400, await database.CountAsync("SELECT COUNT(DISTINCT VisitId) FROM copies WHERE VisitId > 0"));
    }

    [Fact]
    public async Task A_deadlock_repeats_a_batch()
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind, 200);
        List<CopiedKey> keys = [];
        // The locks and the copy of each batch: before the second copy, and when the batch is made again, before its locks.
        BeforeStatement trouble = new(seen => seen is 4 or 5, command => Trouble.SignalAsync(command, 1213));
        await using ModelContext context = database.Context(options => options.AddInterceptors(trouble));

        BulkResult done = await context.Set<Visit>().Where(visit => visit.Id > 0).BulkInsertIntoAsync(Copies.Row, new() { BatchRows = 50, BatchTime = Visits.Patience, CopiedKeys = keys.AddRange }, Token);

        Assert.Equal((200, 4, 11), (done.RowsInserted, done.Portions, trouble.Seen));
        Assert.Equal(200, keys.Count);
        Assert.Equal(await Copies.StoredAsync(database), Copies.Pairs(keys));
    }

    [Fact]
    public async Task Cancelled_at_the_end_of_a_batch()
    {
        await using TestDatabase database = await Copies.CreateAsync(servers, kind, 200);
        await using ModelContext context = database.Context();
        using CancellationTokenSource source = new();
        List<CopiedKey> keys = [];

        BulkCanceledException cancelled = await Assert.ThrowsAsync<BulkCanceledException>(() => context.Set<Visit>().Where(visit => visit.Id > 0).BulkInsertIntoAsync(Copies.Row, new() { BatchRows = 50, BatchTime = Visits.Patience, CopiedKeys = CancelAtSecond }, source.Token));

        Assert.Equal((100, 100), (cancelled.RowsAffected, keys.Count));
        await context.Set<Visit>().Where(visit => visit.Id > 0).BulkInsertIntoAsync(Copies.Row, new() { After = cancelled.LastKey, CopiedKeys = keys.AddRange }, Token);
        Assert.Equal(200, keys.Count);
        Assert.Equal(await Copies.StoredAsync(database), Copies.Pairs(keys));

        void CancelAtSecond(IReadOnlyList<CopiedKey> batch)
        {
            keys.AddRange(batch);
            if (keys.Count == 100)
                source.Cancel();
        }
    }

    private static async Task<BulkResult> CopyAsync(ModelContext context, bool isAsync, IReadOnlyList<object?>? after, List<CopiedKey> keys)
    {
        BulkInsertIntoOptions<Visit> options = new() { BatchRows = 50, BatchTime = Visits.Patience, After = after, CopiedKeys = keys.AddRange };
        IQueryable<Visit> all = context.Set<Visit>().Where(visit => visit.Id > 0);
        return isAsync ? await all.BulkInsertIntoAsync(Copies.Row, options, Token) : all.BulkInsertInto(Copies.Row, options);
    }

    private static async Task InsertAsync(TestDatabase database, bool deletes, CancellationToken end)
    {
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        while (!end.IsCancellationRequested)
        {
            await RunAsync("INSERT INTO copies (Note, url) VALUES ('other', '1'), ('other', '2'), ('other', '3')");
            if (deletes)
                await RunAsync("DELETE FROM copies WHERE VisitId IS NULL AND url = '2' ORDER BY Id DESC LIMIT 1");
        }

        async Task RunAsync(string statement)
        {
            Exception? failure = await Record.ExceptionAsync(() => context.Database.ExecuteSqlRawAsync(statement, Token));
            // Conflicts are to be expected.
            Assert.True(failure is null || Trouble.Number(failure) is 1213 or 1205 or 1020, failure?.ToString());
        }
    }
}
