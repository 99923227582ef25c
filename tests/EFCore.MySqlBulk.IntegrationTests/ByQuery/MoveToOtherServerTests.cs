using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>The rows of a query are moved to another server in batches. A row is in one of the tables, whatever happens, and in the end in one only.</summary>
[BothServers]
public abstract class MoveToOtherServerTests(Servers servers, ServerKind kind)
{
    private const int BatchRows = 50;

    private static readonly string[] Changes = ["UPDATE visits SET Path = 'changed' WHERE Id = 60", "DELETE FROM visits WHERE Id = 61", "INSERT INTO visits (Id, Site, At, Path) VALUES (-1, 1, '2026-01-01', 'new')"];

    public static TheoryData<int, bool, bool, bool> Cases { get; } =
    [
        .. from command in Enumerable.Range(1, 18)
           from isAnswer in new[] { true, false }
           from isOfTarget in new[] { true, false }
           from isAsync in new[] { true, false }
           select (command, isAnswer, isOfTarget, isAsync),
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(7, true)]
    [InlineData(100, false)]
    [InlineData(100_000, true)]
    public async Task Each_row_is_moved_as_it_is(int batchRows, bool isAsync)
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind);
        await using ModelContext source = two.Source.Context();
        await using ModelContext target = two.Target.Context();
        DateTime cutoff = Visits.After(400);
        var expected = (await two.ExpectedAsync(visit => visit.At < cutoff)).ToList();

        BulkResult done = await MoveAsync(source.Set<Visit>().Where(visit => visit.At < cutoff), target, isAsync, new() { Walk = visit => visit.At, BatchRows = batchRows, BatchTime = Visits.Patience });

        Assert.Equal(expected, (await two.StoredAsync()).Select(ArchivedVisits.Values));
        Assert.Equal(Enumerable.Range(401, 600).Select(id => (long)id), await Visits.StoredAsync(two.Source));
        Assert.Equal((400, 400, 0, 0, (400 + batchRows - 1) / batchRows), (done.RowsMoved, done.RowsAffected, done.RowsInserted, done.RowsDeleted, done.Portions));
        Assert.StartsWith("400 rows moved", done.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Rows_of_the_same_type_as_they_are()
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind);
        await using ModelContext source = two.Source.Context();
        await using ModelContext target = two.Target.Context();

        BulkResult done = await source.Set<Visit>().Where(visit => visit.Id > 900).BulkMoveToAsync(target, visit => visit, cancellationToken: Token);

        Assert.Equal(100, done.RowsMoved);
        Assert.Equal(Enumerable.Range(901, 100).Select(id => (long)id), await Visits.StoredAsync(two.Target));
        Assert.Equal(900, (await Visits.StoredAsync(two.Source)).Count);
    }

    // Otherwise a change after the copy would be deleted with the row.
    [Fact]
    public async Task Rows_are_locked_before_they_are_read()
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind);
        List<int> refused = [];
        await using ModelContext source = two.Source.Context();
        await using ModelContext target = two.Target.Context(options => options.AddInterceptors(new BeforeStatement(1, async _ =>
        {
            await using ModelContext other = two.Source.Context();
            await other.Database.OpenConnectionAsync(Token);
            await other.Database.ExecuteSqlRawAsync("SET SESSION innodb_lock_wait_timeout = 1", Token);
            foreach (string change in Changes)
                refused.Add(Trouble.Number(await Record.ExceptionAsync(() => other.Database.ExecuteSqlRawAsync(change, Token))));
        })));
        await source.Database.OpenConnectionAsync(Token);
        await source.Database.ExecuteSqlRawAsync("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", Token);

        Assert.Equal(100, (await source.Set<Visit>().Where(visit => visit.Id <= 100).BulkMoveToAsync(target, TwoServers.Row, new() { BatchRows = 100, BatchTime = Visits.Patience }, Token)).RowsMoved);

        Assert.Equal([1205, 1205, 1205], refused);
        Assert.Equal("/59", (await two.StoredAsync()).Single(visit => visit.Id == 60).Path);
    }

    // Another process reads, changes and commits between the search and the lock.
    [Fact]
    public async Task What_was_committed_before_the_lock_is_moved()
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind);
        int seen = 0;
        await using ModelContext source = two.Source.Context(options => options.AddInterceptors(new OnceBefore("FOR UPDATE", async _ =>
        {
            seen++;
            await two.Source.ExecuteAsync("UPDATE visits SET Path = 'changed' WHERE Id = 60", "DELETE FROM visits WHERE Id = 61");
        })
        { IsArmed = true }));
        await using ModelContext target = two.Target.Context();

        Assert.Equal(99, (await source.Set<Visit>().Where(visit => visit.Id <= 100).BulkMoveToAsync(target, TwoServers.Row, new() { BatchRows = 100, BatchTime = Visits.Patience }, Token)).RowsMoved);

        Assert.Equal(1, seen);
        Assert.Equal("changed", (await two.StoredAsync()).Single(visit => visit.Id == 60).Path);
    }

    [Theory]
    [InlineData("ALTER TABLE archived_visits MODIFY At DATETIME(0) NOT NULL", "UPDATE visits SET At = '2026-01-01 00:00:00.25' WHERE Id = 222", "At")]
    [InlineData("CREATE TRIGGER lowered BEFORE INSERT ON archived_visits FOR EACH ROW SET NEW.url = UPPER(NEW.url)", "UPDATE visits SET Path = 'small' WHERE Id = 222", "Path")]
    [InlineData("INSERT INTO archived_visits (Id, Site, At, url, ArchivedAt, CheckedAt) VALUES (222, 0, NOW(), 'other', NOW(), NOW())", "DO 0", "Site")]
    public async Task Rows_that_would_not_be_the_same_stay(string change, string rows, string property)
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind);
        await two.Target.ExecuteAsync(change);
        await two.Source.ExecuteAsync(rows);
        long before = (await two.StoredAsync()).Count;
        await using ModelContext source = two.Source.Context();
        await using ModelContext target = two.Target.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => MoveAsync(Even(source), target, isAsync: true, new() { BatchRows = BatchRows, BatchTime = Visits.Patience }));

        Assert.Equal((BulkOutcome.Some, 100), (failure.Outcome, failure.RowsAffected));
        Assert.Contains($"1 of 50 rows would not be in the other table as they are in theirs, the first of them by '{property}'", failure.Message, StringComparison.Ordinal);
        Assert.Equal([200L], failure.LastKey);
        Assert.Equal(100 + before, (await two.StoredAsync()).Count);
        Assert.Equal(900, (await Visits.StoredAsync(two.Source)).Count);
    }

    // What a crash between the two commits leaves.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Copies_that_are_there_are_found_by_their_keys(bool isAsync)
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind);
        await using ModelContext source = two.Source.Context();
        await using ModelContext target = two.Target.Context();
        await source.Set<Visit>().Where(visit => visit.Id > 200 && visit.Id <= 320 && visit.Id % 2 == 0).BulkCopyToAsync(target, TwoServers.Row, cancellationToken: Token);
        var expected = (await two.ExpectedAsync(visit => visit.Id % 2 == 0)).ToList();

        Assert.Equal(500, (await MoveAsync(Even(source), target, isAsync, new() { BatchRows = BatchRows, BatchTime = Visits.Patience })).RowsMoved);

        Assert.Equal(expected, (await two.StoredAsync()).Select(ArchivedVisits.Values));
        Assert.Equal(Enumerable.Range(0, 500).Select(i => (2L * i) + 1), await Visits.StoredAsync(two.Source));
    }

    // Each command of the first batches, on either side.
    [Theory]
    [MemberData(nameof(Cases))]
    public async Task The_connection_is_lost_at_a_command(int command, bool isAnswer, bool isOfTarget, bool isAsync)
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind, 8 * BatchRows);
        var expected = (await two.ExpectedAsync(visit => visit.Id % 2 == 0)).ToList();
        await using FaultProxy proxy = new((isOfTarget ? two.Target : two.Source).ConnectionString, WalkFaults.LosesAt(command, isAnswer, isOfTarget ? "" : "`visits`"));
        await using ModelContext source = isOfTarget ? two.Source.Context() : two.Source.Context(proxy, "SslMode=Disabled");
        await using ModelContext target = isOfTarget ? two.Target.Context(proxy, "SslMode=Disabled") : two.Target.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => MoveAsync(Even(source), target, isAsync, new() { BatchRows = BatchRows, BatchTime = Visits.Patience }));

        long left = (await Visits.StoredAsync(two.Source)).Count(id => id % 2 == 0);
        Assert.InRange((4 * BatchRows) - left - failure.RowsAffected, 0, failure.Outcome == BulkOutcome.Unknown ? BatchRows : 0);
        List<(long Id, int, DateTime, string, string?, DateTime, DateTime)> copies = [.. (await two.StoredAsync()).Select(ArchivedVisits.Values)];
        Assert.Equal(expected.Take(copies.Count), copies);
        Assert.InRange(copies.Count - ((4 * BatchRows) - left), 0, BatchRows);
        await using ModelContext again = two.Source.Context();
        await using ModelContext other = two.Target.Context();
        BulkResult rest = await MoveAsync(Even(again), other, isAsync, new() { BatchRows = BatchRows, BatchTime = Visits.Patience, After = failure.LastKey.Count == 0 ? null : failure.LastKey });
        Assert.Equal(left, rest.RowsMoved);
        Assert.Equal(expected, (await two.StoredAsync()).Select(ArchivedVisits.Values));
        Assert.Equal(Enumerable.Range(0, 4 * BatchRows).Select(i => (2L * i) + 1), await Visits.StoredAsync(two.Source));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_conflict_repeats_the_batch(bool isOfTarget, bool isAsync)
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind, 8 * BatchRows);
        var expected = (await two.ExpectedAsync(visit => visit.Id % 2 == 0)).ToList();
        BeforeStatement trouble = new(seen => seen is 2 or 3, command => Trouble.SignalAsync(command, 1213));
        await using ModelContext source = Context(two.Source, !isOfTarget);
        await using ModelContext target = Context(two.Target, isOfTarget);

        BulkResult done = await MoveAsync(Even(source), target, isAsync, new() { BatchRows = BatchRows, BatchTime = Visits.Patience });

        Assert.Equal((4 * BatchRows, 4), (done.RowsMoved, done.Portions));
        Assert.True(trouble.Seen > 4);
        Assert.Equal(expected, (await two.StoredAsync()).Select(ArchivedVisits.Values));

        ModelContext Context(TestDatabase database, bool isTroubled) => database.Context(options =>
        {
            options.UseMySql(database.ConnectionString, database.Server.Version, mysql => mysql.EnableRetryOnFailure());
            if (isTroubled)
                options.AddInterceptors(trouble);
        });
    }

    private static Task<BulkResult> MoveAsync(IQueryable<Visit> query, ModelContext target, bool isAsync, BulkMoveToOptions<Visit> options)
        => isAsync ? query.BulkMoveToAsync(target, TwoServers.Row, options, Token) : Task.FromResult(query.BulkMoveTo(target, TwoServers.Row, options));

    private static IQueryable<Visit> Even(ModelContext context) => context.Set<Visit>().Where(visit => visit.Id % 2 == 0);
}
