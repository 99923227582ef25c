using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>The rows of a query are copied to another server in batches, with the values that EF Core reads of the same query.</summary>
[BothServers]
public abstract class CopyToTests(Servers servers, ServerKind kind)
{
    private const int BatchRows = 50;

    public static TheoryData<int, bool, bool, bool> Cases { get; } =
    [
        .. from command in Enumerable.Range(1, 12)
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
    public async Task The_rows_that_the_query_reads(int batchRows, bool isAsync)
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind);
        await using ModelContext source = two.Source.Context();
        await using ModelContext target = two.Target.Context();
        DateTime cutoff = Visits.After(400);
        IQueryable<Visit> old = source.Set<Visit>().Where(visit => visit.At < cutoff && visit.Site != 2);
        var expected = (await two.ExpectedAsync(visit => visit.At < cutoff && visit.Site != 2)).ToList();

        BulkResult done = await CopyAsync(old, target, isAsync, new() { Walk = visit => visit.At, BatchRows = batchRows, BatchTime = Visits.Patience });

        Assert.Equal(expected, (await two.StoredAsync()).Select(ArchivedVisits.Values));
        Assert.Equal((expected.Count, expected.Count, (expected.Count + batchRows - 1) / batchRows), (done.RowsInserted, done.RowsAffected, done.Portions));
        Assert.Equal([Visits.After(390), 400L], done.LastKey);
        Assert.StartsWith($"{expected.Count} rows inserted", done.ToString(), StringComparison.Ordinal);
        Assert.Equal(1_000, (await Visits.StoredAsync(two.Source)).Count);
        Assert.Empty(source.ChangeTracker.Entries());
        Assert.Empty(target.ChangeTracker.Entries());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_of_the_same_type_as_they_are(bool isAsync)
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind);
        await using ModelContext source = two.Source.Context();
        await using ModelContext target = two.Target.Context();
        source.AttachRange(await source.Set<Visit>().Where(visit => visit.Id < 10).ToListAsync(Token));
        BulkCopyToOptions<Visit> options = new() { WholeTable = true, BatchRows = 300, BatchTime = Visits.Patience };

        BulkResult done = isAsync ? await source.Set<Visit>().BulkCopyToAsync(target, visit => visit, options, Token) : source.Set<Visit>().BulkCopyTo(target, visit => visit, options);

        Assert.Equal((1_000, 4), (done.RowsInserted, done.Portions));
        Assert.Equal(await ReadAsync(two.Source), await ReadAsync(two.Target));

        static async Task<List<string>> ReadAsync(TestDatabase database)
        {
            await using ModelContext context = database.Context();
            return await context.Set<Visit>().OrderBy(visit => visit.Id).Select(visit => $"{visit.Id} {visit.Site} {visit.At:O} {visit.Length} {visit.Path}").ToListAsync(Token);
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_that_are_there_end_the_call_or_are_left_out(bool isAsync)
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind, 400);
        await two.Target.ExecuteAsync("INSERT INTO archived_visits (Id, Site, At, url, ArchivedAt, CheckedAt) VALUES (212, 0, NOW(), '', NOW(), NOW())");
        await using ModelContext source = two.Source.Context();
        await using ModelContext target = two.Target.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => CopyAsync(Even(source), target, isAsync, new() { BatchRows = BatchRows, BatchTime = Visits.Patience }));

        Assert.Equal((BulkOutcome.Some, 100, 1062, false), (failure.Outcome, failure.RowsAffected, failure.ErrorNumber, failure.IsTransient));
        Assert.Equal([200L], failure.LastKey);
        Assert.StartsWith("BulkCopyTo failed: Duplicate entry '212'", failure.Message, StringComparison.Ordinal);
        Assert.EndsWith("100 rows of 2 batches are changed; to go on with those after them, set After to LastKey.", failure.Message, StringComparison.Ordinal);
        Assert.Equal(101, (await two.StoredAsync()).Count);

        BulkResult rest = await CopyAsync(Even(source), target, isAsync, new() { BatchRows = BatchRows, BatchTime = Visits.Patience, SkipExisting = true });
        Assert.Equal((99, 101, 99), (rest.RowsInserted, rest.RowsUnchanged, rest.RowsAffected));
        Assert.Equal(Enumerable.Range(1, 200).Select(i => 2L * i), (await two.StoredAsync()).Select(visit => visit.Id));
    }

    // Each command of the first batches, on either side.
    [Theory]
    [MemberData(nameof(Cases))]
    public async Task The_connection_is_lost_at_a_command(int command, bool isAnswer, bool isOfTarget, bool isAsync)
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind, 8 * BatchRows);
        await using FaultProxy proxy = new((isOfTarget ? two.Target : two.Source).ConnectionString, WalkFaults.LosesAt(command, isAnswer, isOfTarget ? "" : "`visits`"));
        await using ModelContext source = isOfTarget ? two.Source.Context() : two.Source.Context(proxy, "SslMode=Disabled");
        await using ModelContext target = isOfTarget ? two.Target.Context(proxy, "SslMode=Disabled") : two.Target.Context();

        BulkResult? done = null;
        BulkOperationException? failure = await Record.ExceptionAsync(async () => done = await CopyAsync(Even(source), target, isAsync, new() { BatchRows = BatchRows, BatchTime = Visits.Patience })) as BulkOperationException;

        List<long> stored = [.. (await two.StoredAsync()).Select(visit => visit.Id)];
        if (failure is null)
        {
            // There were fewer commands.
            Assert.Equal(4 * BatchRows, done?.RowsInserted);
            Assert.Equal(4 * BatchRows, stored.Count);
            return;
        }

        Assert.True(failure.IsTransient);
        Assert.InRange(stored.Count - failure.RowsAffected, 0, failure.Outcome == BulkOutcome.Unknown ? BatchRows : 0);
        Assert.Equal(0, stored.Count % BatchRows);
        Assert.Equal(failure.RowsAffected == 0 ? [] : [2 * failure.RowsAffected], failure.LastKey);
        await using ModelContext again = two.Source.Context();
        await using ModelContext other = two.Target.Context();
        BulkResult rest = await CopyAsync(Even(again), other, isAsync, new() { BatchRows = BatchRows, BatchTime = Visits.Patience, SkipExisting = failure.Outcome == BulkOutcome.Unknown, After = failure.LastKey.Count == 0 ? null : failure.LastKey });
        Assert.Equal((4 * BatchRows) - stored.Count, rest.RowsInserted);
        Assert.Equal(await two.ExpectedAsync(visit => visit.Id % 2 == 0), (await two.StoredAsync()).Select(ArchivedVisits.Values));
    }

    [Theory]
    [InlineData(1213, true)]
    [InlineData(1205, false)]
    public async Task A_conflict_repeats_the_batch(int number, bool isAsync)
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind, 8 * BatchRows);
        BeforeStatement trouble = new(seen => seen is 2 or 3, command => Trouble.SignalAsync(command, number));
        await using ModelContext source = two.Source.Context(options => options.UseMySql(two.Source.ConnectionString, two.Source.Server.Version, mysql => mysql.EnableRetryOnFailure()));
        await using ModelContext target = two.Target.Context(options => options.UseMySql(two.Target.ConnectionString, two.Target.Server.Version, mysql => mysql.EnableRetryOnFailure()).AddInterceptors(trouble));

        BulkResult done = await CopyAsync(Even(source), target, isAsync, new() { BatchRows = BatchRows, BatchTime = Visits.Patience });

        Assert.Equal((4 * BatchRows, 4, 6), (done.RowsInserted, done.Portions, trouble.Seen));
        Assert.Equal(await two.ExpectedAsync(visit => visit.Id % 2 == 0), (await two.StoredAsync()).Select(ArchivedVisits.Values));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Cancelled_at_the_end_of_a_batch(bool isAsync)
    {
        await using TwoServers two = await TwoServers.CreateAsync(servers, kind);
        await using ModelContext source = two.Source.Context();
        await using ModelContext target = two.Target.Context();
        using CancellationTokenSource cancelling = new();
        List<BulkProgress> reports = [];
        BulkCopyToOptions<Visit> options = new()
        {
            BatchRows = BatchRows,
            BatchTime = Visits.Patience,
            Progress = new ProgressReports(reports, _ =>
            {
                if (reports.Count == 2)
                    cancelling.Cancel();
            }),
        };
        // Only the asynchronous form can be cancelled.
        if (!isAsync)
        {
            Assert.Equal(500, Even(source).BulkCopyTo(target, TwoServers.Row, options).RowsInserted);
            Assert.Equal(10, reports.Count);
            return;
        }

        BulkCanceledException cancelled = await Assert.ThrowsAsync<BulkCanceledException>(() => Even(source).BulkCopyToAsync(target, TwoServers.Row, options, cancelling.Token));

        Assert.Equal((BulkOutcome.Some, 100L), (cancelled.Outcome, cancelled.RowsAffected));
        Assert.Equal(100, (await two.StoredAsync()).Count);
        Assert.Equal(400, (await CopyAsync(Even(source), target, isAsync, new() { After = cancelled.LastKey })).RowsInserted);
        Assert.Equal(System.Data.ConnectionState.Closed, source.Database.GetDbConnection().State);
        Assert.Equal(System.Data.ConnectionState.Closed, target.Database.GetDbConnection().State);
    }

    private static Task<BulkResult> CopyAsync(IQueryable<Visit> query, ModelContext target, bool isAsync, BulkCopyToOptions<Visit> options)
        => isAsync ? query.BulkCopyToAsync(target, TwoServers.Row, options, Token) : Task.FromResult(query.BulkCopyTo(target, TwoServers.Row, options));

    private static IQueryable<Visit> Even(ModelContext context) => context.Set<Visit>().Where(visit => visit.Id % 2 == 0);
}
