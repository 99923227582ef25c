using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.IntegrationTests.Clusters;

/// <summary>Another member changes the rows of a call before its own change is certified: the cluster refuses the call's, as a whole.</summary>
[OnlyInFullRuns("The deadlocks of one server are treated alike.")]
public abstract class ConflictTests(Cluster cluster)
{
    protected Cluster Members { get; } = cluster;

    protected const int Rows = 3_000;

    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task A_call_is_made_again_as_after_a_deadlock(BulkPipelining pipelining)
    {
        await using TestDatabase database = await Members.EmptyAsync();
        List<Ticket> tickets = await Tickets.SeedAsync(database, Rows);
        await Members.SeenByAllAsync(database, Rows);
        OnceBeforeCommit rival = new(() => ChangeElsewhereAsync(database));
        await using ModelContext context = database.Context(options => options.AddInterceptors(rival));
        tickets.ForEach(ticket => ticket.Score = -ticket.Token);

        BulkResult updated = await context.BulkUpdateAsync(tickets, new() { Pipelining = pipelining }, Token);

        Assert.Equal((Rows, 2), (updated.RowsUpdated, rival.Seen));
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    [Theory]
    [InlineData(null)]
    [InlineData(BulkStrategy.RowByRow)]
    [InlineData(BulkStrategy.PreparedValuesJoin)]
    public async Task So_is_one_that_is_refused_between_its_statements(BulkStrategy? strategy)
    {
        Assert.SkipWhen(strategy == BulkStrategy.PreparedValuesJoin && Members is GaleraCluster, "MariaDB types a prepared list by its first row.");
        await using TestDatabase database = await Members.EmptyAsync();
        List<Ticket> tickets = await Tickets.SeedAsync(database, Rows);
        await Members.SeenByAllAsync(database, Rows);
        BeforeStatement rival = new(3, async _ =>
        {
            await ChangeElsewhereAsync(database);
            await ArrivedAsync(database);
        });
        await using ModelContext context = database.Context(options => options.AddInterceptors(rival));
        tickets.ForEach(ticket => ticket.Score = -ticket.Token);

        BulkResult updated = await context.BulkUpdateAsync(tickets, new() { Pipelining = BulkPipelining.Never, Strategy = strategy, BatchRows = strategy == BulkStrategy.RowByRow ? null : 100 }, Token);

        Assert.Equal(Rows, updated.RowsUpdated);
        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(context));
    }

    // The change has then taken its lock from the transaction in its way.
    protected static async Task ArrivedAsync(TestDatabase database)
    {
        for (long started = Stopwatch.GetTimestamp(); (await Tickets.StoredAsync(database)).Single(stored => stored.Token == 7).Name != "elsewhere"; await Task.Delay(20, Token))
            Assert.True(Stopwatch.GetElapsedTime(started) < TimeSpan.FromSeconds(30));
    }

    protected async Task ChangeElsewhereAsync(TestDatabase database)
    {
        await using ModelContext other = Members.Context(database, [1]);
        await other.Set<Ticket>().Where(ticket => ticket.Token == 7).ExecuteUpdateAsync(set => set.SetProperty(ticket => ticket.Name, "elsewhere"), Token);
    }
}

public sealed class GroupConflictTests(MultiPrimaryGroup cluster) : ConflictTests(cluster), IClassFixture<MultiPrimaryGroup>;

public sealed class GaleraConflictTests(GaleraCluster cluster) : ConflictTests(cluster), IClassFixture<GaleraCluster>
{
    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task A_call_in_a_transaction_says_that_the_transaction_has_ended(BulkPipelining pipelining)
    {
        await using TestDatabase database = await Members.EmptyAsync();
        List<Ticket> tickets = await Tickets.SeedAsync(database, Rows);
        await Members.SeenByAllAsync(database, Rows);
        await using ModelContext context = database.Context();
        await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
        tickets.ForEach(ticket => ticket.Score = -1);
        await context.BulkUpdateAsync(tickets.Take(1_000).ToList(), new() { Pipelining = pipelining }, Token);
        await ChangeElsewhereAsync(database);
        await ArrivedAsync(database);

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkUpdateAsync(tickets.Skip(1_000).ToList(), new() { Pipelining = pipelining }, Token));

        Assert.Equal((BulkOutcome.Nothing, true, true, 1213), (failure.Outcome, failure.TransactionLost, failure.IsTransient, failure.ErrorNumber));
        Assert.All(await Tickets.StoredAsync(database), stored => Assert.NotEqual(-1, stored.Score));
    }

    [Fact]
    public async Task LOAD_DATA_is_refused_where_a_member_would_commit_in_pieces()
    {
        await using TestDatabase database = await Members.EmptyAsync();
        await using ModelContext context = Members.Context(database, [0], "AllowLoadLocalInfile=True");
        BulkInsertOptions options = new() { Strategy = BulkStrategy.LoadData, ReturnKeys = false };
        BulkResult loaded = await context.BulkInsertAsync(Tickets.New(Rows), options, Token);
        await database.ExecuteAsync("SET GLOBAL wsrep_load_data_splitting=ON");

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertAsync(Tickets.New(Rows, Rows + 1), options, Token));

        await database.ExecuteAsync("SET GLOBAL wsrep_load_data_splitting=OFF");
        Assert.Equal((BulkStrategy.LoadData, Rows), (loaded.Strategy, loaded.RowsInserted));
        Assert.Contains("wsrep_load_data_splitting is on, which commits every 10,000 rows", refused.Message, StringComparison.Ordinal);
        await Members.SeenByAllAsync(database, Rows);
    }
}
