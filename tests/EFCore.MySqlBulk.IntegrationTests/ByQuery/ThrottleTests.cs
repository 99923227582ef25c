using EFCore.MySqlBulk.IntegrationTests.Clusters;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Logging;
using TestServers.Clusters;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>A call by query waits while a replica lags or the server is busy, says so, and goes on; or it ends with what is done.</summary>
[OnlyInFullRuns("Servers alone have no replicas.")]
public abstract class ThrottleTests(Cluster cluster)
{
    private const int Rows = 1_000;

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string[] Replicas => [cluster.Members[1].Server.ConnectionString, cluster.Members[2].Server.ConnectionString];

    [Fact]
    public async Task Replicas_in_step_are_not_waited_for()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<BulkProgress> reports = [];

        BulkResult done = await Even(context).BulkExecuteDeleteAsync(Limited(reports) with { BatchRows = 100, BatchTime = Visits.Patience }, Token);

        Assert.Equal((500, 5, TimeSpan.Zero), (done.RowsDeleted, done.Portions, done.Waited));
        Assert.DoesNotContain(reports, report => report.WaitsFor is not null);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_replica_that_lags_is_waited_for(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext replica = await OnReplicaAsync(database, "FLUSH TABLES WITH READ LOCK");
        await database.ExecuteAsync("UPDATE visits SET Path = 'changed' WHERE Id = 1");
        await Task.Delay(TimeSpan.FromSeconds(2.5), Token);
        List<BulkProgress> reports = [];
        using Waits waits = new();
        await using ModelContext context = database.Context(options => options.UseLoggerFactory(waits));

        BulkResult done = await Even(context).DeleteAsync(isAsync, Limited(reports, report =>
        {
            if (report.WaitsFor is not null)
                replica.Database.ExecuteSqlRaw("UNLOCK TABLES");
        }));

        Assert.Equal(500, done.RowsDeleted);
        Assert.InRange(done.Waited, TimeSpan.FromSeconds(0.9), done.Elapsed);
        BulkProgress told = reports[0];
        Assert.Matches(@"^replica 2 \(127\.0\.0\.3\) lags by [1-9]\d*\.\d s$", told.WaitsFor!);
        Assert.Equal((0, 0), (told.RowCount, told.LastKey!.Count));
        Assert.Equal([$"BulkExecuteDelete Visit waits before its next batch: {told.WaitsFor}"], waits.Said);
    }

    [Fact]
    public async Task A_replica_that_does_not_replicate_is_waited_for()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext replica = await OnReplicaAsync(database, cluster is MySqlWithReplicas ? "STOP REPLICA SQL_THREAD" : "STOP SLAVE SQL_THREAD");
        List<BulkProgress> reports = [];
        bool isStopped = true;
        await using ModelContext context = database.Context();

        BulkResult done = await Even(context).BulkExecuteDeleteAsync(Limited(reports, Start) with { BatchRows = 100, BatchTime = Visits.Patience }, Token);

        Assert.Equal(500, done.RowsDeleted);
        Assert.Equal("replica 2 (127.0.0.3) does not replicate", reports[0].WaitsFor);

        void Start(BulkProgress report)
        {
            if (isStopped)
                replica.Database.ExecuteSqlRaw(cluster is MySqlWithReplicas ? "START REPLICA SQL_THREAD" : "START SLAVE SQL_THREAD");
            isStopped = false;
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_wait_ends(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<BulkProgress> reports = [];
        ModelContext? replica = null;
        try
        {
            BulkExecuteDeleteOptions<Visit> options = Limited(reports, Lock) with { BatchRows = 100, BatchTime = Visits.Patience, MaxWait = TimeSpan.FromSeconds(2), Pause = TimeSpan.FromSeconds(3) };
            BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(context).DeleteAsync(isAsync, options));

            Assert.Equal((BulkOutcome.Some, 100), (failure.Outcome, failure.RowsAffected));
            Assert.Equal([200L], failure.LastKey);
            Assert.StartsWith("BulkExecuteDelete failed: it has waited for 2 s, and replica 2 (127.0.0.3) lags by ", failure.Message, StringComparison.Ordinal);
            Assert.Equal(900, await database.CountAsync("SELECT COUNT(*) FROM visits"));

            using CancellationTokenSource cancelling = new(TimeSpan.FromSeconds(1.5));
            OperationCanceledException cancelled = await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Even(context).BulkExecuteDeleteAsync(Limited([]), cancelling.Token));
            Assert.Equal(cancelling.Token, cancelled.CancellationToken);
        }
        finally
        {
            if (replica is not null)
            {
                // The driver's pool would keep the lock.
                await replica.Database.ExecuteSqlRawAsync("UNLOCK TABLES", Token);
                await replica.DisposeAsync();
            }
        }

        Assert.Equal(400, (await Even(context).BulkExecuteDeleteAsync(Limited([]), Token)).RowsDeleted);

        // The first batch reaches a replica that does not apply it.
        void Lock(BulkProgress report)
        {
            if (replica is not null)
                return;
            replica = Task.Run(() => OnReplicaAsync(database, "FLUSH TABLES WITH READ LOCK")).GetAwaiter().GetResult();
            Task.Run(() => database.ExecuteAsync("UPDATE visits SET Path = 'changed' WHERE Id = 1")).GetAwaiter().GetResult();
        }
    }

    [Fact]
    public async Task What_is_no_replica_ends_the_call_before_its_first_batch()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        BulkExecuteDeleteOptions<Visit> options = Limited([]) with { Replicas = [cluster.Members[0].Server.ConnectionString] };
        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(context).BulkExecuteDeleteAsync(options, Token));
        Assert.Equal("BulkExecuteDelete failed: replica 1 (127.0.0.1) is not a replica. Nothing from this call is stored.", failure.Message);

        options = options with { Replicas = ["Server=127.0.0.1;Port=1;User ID=root"] };
        failure = await Assert.ThrowsAsync<BulkOperationException>(() => Even(context).BulkExecuteDeleteAsync(options, Token));
        Assert.StartsWith("BulkExecuteDelete failed: replica 1 (127.0.0.1) cannot be asked: ", failure.Message, StringComparison.Ordinal);
        Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM visits"));
    }

    [Fact]
    public async Task A_busy_server_is_waited_for()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<BulkProgress> reports = [];
        List<ModelContext> busy = [.. Enumerable.Range(0, 12).Select(_ => database.Context())];
        Task[] running = [.. busy.Select(each => each.Database.ExecuteSqlRawAsync("DO SLEEP(4)", Token))];
        while (await database.CountAsync("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE 'DO SLEEP%'") < 12)
            await Task.Delay(10, Token);

        BulkResult done = await Even(context).BulkExecuteDeleteAsync(new() { MaxRunningThreads = 10, Progress = new ProgressReports(reports) }, Token);

        Assert.Equal(500, done.RowsDeleted);
        Assert.InRange(done.Waited, TimeSpan.FromSeconds(0.9), TimeSpan.FromSeconds(30));
        Assert.Matches(@"^1[2-9] threads of the server are running$", reports[0].WaitsFor!);
        await Task.WhenAll(running);
        foreach (ModelContext each in busy)
            await each.DisposeAsync();
    }

    private BulkExecuteDeleteOptions<Visit> Limited(List<BulkProgress> reports, Action<BulkProgress>? then = null)
        => new() { MaxReplicaLag = TimeSpan.FromSeconds(1.1), Replicas = Replicas, Progress = new ProgressReports(reports, then) };

    private async Task<TestDatabase> CreateAsync()
    {
        Assert.SkipUnless(TestCluster.IsPossible, "A cluster needs the packages of Debian or Ubuntu.");
        TestDatabase database = await Visits.CreateAsync(cluster.Of(0), Rows);
        await cluster.SeenByAllAsync(database, "SELECT COUNT(*) AS Value FROM visits", Rows);
        return database;
    }

    private async Task<ModelContext> OnReplicaAsync(TestDatabase database, string statement)
    {
        ModelContext replica = cluster.Context(database, [2]);
        await replica.Database.OpenConnectionAsync(Token);
        await replica.Database.ExecuteSqlRawAsync(statement, Token);
        return replica;
    }

    private static IQueryable<Visit> Even(ModelContext context) => context.Set<Visit>().Where(visit => visit.Id % 2 == 0);

    private sealed class Waits : LogListener
    {
        public List<string> Said { get; } = [];

        public override void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            if (eventId == BulkEventId.OperationWaits)
                Said.Add(formatter(state, exception));
        }
    }
}

public sealed class ThrottleOnMySqlTests(MySqlWithReplicas cluster) : ThrottleTests(cluster), IClassFixture<MySqlWithReplicas>;

public sealed class ThrottleOnMariaDbTests(MariaDbWithReplicas cluster) : ThrottleTests(cluster), IClassFixture<MariaDbWithReplicas>;
