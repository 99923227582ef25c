using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>A call that ends before its last batch says what it has done, and goes on from there when it is made again.</summary>
[BothServers]
public abstract class InterruptedDeleteTests(Servers servers, ServerKind kind)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Cancelled_at_the_end_of_a_batch(int batches)
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        await using ModelContext context = database.Context();
        using CancellationTokenSource source = new();
        List<BulkProgress> reports = [];
        if (batches == 0)
            await source.CancelAsync();

        OperationCanceledException cancelled = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Even(context).BulkExecuteDeleteAsync(new() { BatchRows = 50, BatchTime = Visits.Patience, Progress = new ProgressReports(reports, CancelAtLast) }, source.Token));

        Assert.Equal(source.Token, cancelled.CancellationToken);
        IReadOnlyList<object?> last = [];
        if (batches > 0)
        {
            BulkCanceledException told = Assert.IsType<BulkCanceledException>(cancelled);
            Assert.Equal((BulkOutcome.Some, 50L * batches), (told.Outcome, told.RowsAffected));
            Assert.Equal([100L * batches], told.LastKey);
            Assert.Contains($"{50 * batches} rows of {batches} batches are changed; to go on with those after them, set After to LastKey.", told.Message, StringComparison.Ordinal);
            Assert.Equal(told.LastKey, reports[^1].LastKey);
            last = told.LastKey;
        }

        Assert.Equal(1_000 - (50 * batches), (await Visits.StoredAsync(database)).Count);
        Assert.Equal(500 - (50 * batches), (await Even(context).BulkExecuteDeleteAsync(new() { After = last.Count > 0 ? last : null }, Token)).RowsDeleted);
        Assert.Equal(Enumerable.Range(0, 500).Select(i => (2L * i) + 1), await Visits.StoredAsync(database));

        void CancelAtLast(BulkProgress progress)
        {
            if (reports.Count == batches)
                source.Cancel();
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_that_no_longer_matches_is_left(bool isAsync)
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        await using ModelContext context = database.Context(options => options.AddInterceptors(new BeforeStatement(2, _ => database.ExecuteAsync("UPDATE visits SET Site = -1 WHERE Id IN (120, 150)"))));

        BulkResult done = await context.Set<Visit>().Where(visit => visit.Site >= 0).DeleteAsync(isAsync, new() { BatchRows = 100, BatchTime = Visits.Patience });

        Assert.Equal((998, 10), (done.RowsDeleted, done.Portions));
        Assert.Equal([120, 150], await Visits.StoredAsync(database));
    }

    [Theory]
    [InlineData(1213, true)]
    [InlineData(1213, false)]
    [InlineData(1205, true)]
    public async Task A_conflict_repeats_the_batch(int number, bool isAsync)
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        BeforeStatement trouble = new(seen => seen is 2 or 3, command => Trouble.SignalAsync(command, number));
        await using ModelContext context = database.Context(options => options.AddInterceptors(trouble));

        BulkResult done = await Even(context).DeleteAsync(isAsync, new() { BatchRows = 100, BatchTime = Visits.Patience });

        Assert.Equal((500, 5, 7), (done.RowsDeleted, done.Portions, trouble.Seen));
        Assert.Equal(500, (await Visits.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_error_of_the_server_leaves_the_batches_before_it(bool isAsync)
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        await database.ExecuteAsync("CREATE TRIGGER kept BEFORE DELETE ON visits FOR EACH ROW IF OLD.Id = 456 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'it is kept', MYSQL_ERRNO = 31001; END IF");
        await using ModelContext context = database.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(context).DeleteAsync(isAsync, new() { BatchRows = 50, BatchTime = Visits.Patience }));

        Assert.Equal((BulkOutcome.Some, 200, 31001, false), (failure.Outcome, failure.RowsAffected, failure.ErrorNumber, failure.IsTransient));
        Assert.Equal([400L], failure.LastKey);
        Assert.Equal(800, (await Visits.StoredAsync(database)).Count);
        await database.ExecuteAsync("DROP TRIGGER kept");
        Assert.Equal(300, (await Even(context).DeleteAsync(isAsync, new() { After = failure.LastKey })).RowsDeleted);
        Assert.Equal(Enumerable.Range(0, 500).Select(i => (2L * i) + 1), await Visits.StoredAsync(database));
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public async Task A_lost_connection_is_an_unknown_batch(bool isAsync, bool retries)
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        await using ModelContext context = database.Context(options => options
            .UseMySql(database.ConnectionString, database.Server.Version, mysql => _ = retries ? mysql.EnableRetryOnFailure() : mysql)
            .AddInterceptors(new BeforeStatement(3, command => Trouble.KillAsync(command, database))));

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(context).DeleteAsync(isAsync, new() { BatchRows = 50, BatchTime = Visits.Patience }));

        Assert.Equal((BulkOutcome.Unknown, 100, true), (failure.Outcome, failure.RowsAffected, failure.IsTransient));
        Assert.Equal([200L], failure.LastKey);
        Assert.Contains("it is not known whether its rows, those after LastKey and up to UnknownUpTo, are changed, all of them or none", failure.Message, StringComparison.Ordinal);
        await using ModelContext again = database.Context();
        Assert.Equal(400, (await Even(again).DeleteAsync(isAsync, new() { After = failure.LastKey })).RowsDeleted);
        Assert.Equal(Enumerable.Range(0, 500).Select(i => (2L * i) + 1), await Visits.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_callers_own_code_throws(bool isAsync)
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        await using ModelContext context = database.Context();

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(context).DeleteAsync(isAsync, new() { BatchRows = 50, BatchTime = Visits.Patience, Progress = new ProgressReports([], _ => throw new FormatException("after a batch")), After = [300L] }));

        Assert.IsType<FormatException>(failure.InnerException);
        Assert.Equal((BulkOutcome.Some, 50), (failure.Outcome, failure.RowsAffected));
        Assert.Equal([400L], failure.LastKey);
        Assert.Equal(950, (await Visits.StoredAsync(database)).Count);

        await using ModelContext other = database.Context(options => options.AddInterceptors(new BeforeStatement(1, _ => throw new FormatException("before a batch"))));
        failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(other).DeleteAsync(isAsync, new() { BatchRows = 50, BatchTime = Visits.Patience, After = [400L] }));
        Assert.Equal((BulkOutcome.Unknown, 0), (failure.Outcome, failure.RowsAffected));
        Assert.Equal([400L], failure.LastKey);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task All_batches_in_one_transaction(bool isAsync)
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        BulkExecuteDeleteOptions<Visit> whole = new() { BatchRows = 50, BatchTime = Visits.Patience, Transaction = BulkQueryTransaction.Whole };
        await using (ModelContext failing = database.Context(options => options.AddInterceptors(new BeforeStatement(3, command => Trouble.SignalAsync(command, 31_002)))))
        {
            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(failing).DeleteAsync(isAsync, whole));
            Assert.Equal((BulkOutcome.Nothing, 0, 0), (failure.Outcome, failure.RowsAffected, failure.LastKey.Count));
            Assert.Equal(1_000, (await Visits.StoredAsync(database)).Count);
        }

        await using ModelContext context = database.Context(options => options.UseMySql(database.ConnectionString, database.Server.Version, mysql => mysql.EnableRetryOnFailure()));
        await context.Database.CreateExecutionStrategy().ExecuteAsync(async () =>
        {
            await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
            Assert.Equal(500, (await Even(context).DeleteAsync(isAsync, whole)).RowsDeleted);
            await transaction.RollbackAsync(Token);
        });
        Assert.Equal(1_000, (await Visits.StoredAsync(database)).Count);

        BulkResult done = await Even(context).DeleteAsync(isAsync, whole);
        Assert.Equal((500, 10, true), (done.RowsDeleted, done.Portions, done.IsAtomic));
        Assert.Equal(500, (await Visits.StoredAsync(database)).Count);
    }

    private static IQueryable<Visit> Even(ModelContext context) => context.Set<Visit>().Where(visit => visit.Id % 2 == 0);
}
