using System.Collections.Concurrent;
using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using Microsoft.Extensions.Logging;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Diagnostics;

/// <summary>Logs, traces and messages report what a call did.</summary>
[BothServers]
public abstract class ReportTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task A_cancelled_call_is_not_an_error_in_the_log()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<(EventId Id, LogLevel Level, string Text)> logged = [];
        await using ModelContext context = Logging(database, logged);
        using CancellationTokenSource cancel = new();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.BulkInsertAsync(Cancelling(cancel), null, cancel.Token));

        Assert.Contains(logged, line => line.Id == BulkEventId.OperationCancelled && line.Level == LogLevel.Information);
        Assert.DoesNotContain(logged, line => line.Level >= LogLevel.Error);
        Assert.Empty(await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(BulkStrategy.PipelinedArrayBatch)]
    [InlineData(BulkStrategy.PreparedMultiRow)]
    public async Task Statements_of_the_operations_own_connection_are_counted_in_the_log(BulkStrategy strategy)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<(EventId Id, LogLevel Level, string Text)> logged = [];
        await using ModelContext context = Logging(database, logged);

        BulkResult result = await context.BulkInsertAsync(
            Tickets.New(500), new() { Pipelining = BulkPipelining.Always, Strategy = strategy, BatchRows = 100, ReturnKeys = false }, Token);

        string[] flights = [.. logged.Where(line => line.Id == BulkEventId.StatementExecuted).Select(line => line.Text)];
        Assert.Equal(result.Statements, flights.Sum(text => Number(text, "statements")));
        Assert.Equal(500, flights.Sum(text => Number(text, "rows")));
        Assert.True(flights.Sum(text => Number(text, "bytes")) > 500 * 10, string.Join("; ", flights));
    }

    [Fact]
    public async Task A_trace_names_the_table()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        using ActivitySource source = new(nameof(ReportTests));
        ConcurrentQueue<Activity> spans = [];
        using ActivityListener listener = new()
        {
            ShouldListenTo = all => all.Name is "EFCore.MySqlBulk" or nameof(ReportTests),
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = spans.Enqueue,
        };
        ActivitySource.AddActivityListener(listener);
        using (Activity? mine = source.StartActivity("mine"))
            await context.BulkInsertAsync(Tickets.New(3), cancellationToken: Token);

        Activity outer = spans.Single(span => span.OperationName == "mine");
        Activity span = spans.Single(each => each.ParentSpanId == outer.SpanId && each.Source.Name == "EFCore.MySqlBulk");
        Assert.Equal(("tickets", "Insert"), (span.GetTagItem("db.collection.name"), span.GetTagItem("db.operation.name")));
    }

    [Fact]
    public async Task A_stream_under_a_retrying_strategy_is_refused_with_the_cure()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context(options => options.UseMySql(
            database.ConnectionString, database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(20), null)));

        InvalidOperationException refusal = await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.BulkInsertAsync(Tickets.New(3).Where(_ => true), cancellationToken: Token));

        Assert.Contains("CreateExecutionStrategy().ExecuteAsync", refusal.Message, StringComparison.Ordinal);
        await context.Database.CreateExecutionStrategy().ExecuteAsync(async token =>
        {
            await using Microsoft.EntityFrameworkCore.Storage.IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(token);
            await context.BulkInsertAsync(Tickets.New(3).Where(_ => true), cancellationToken: token);
            await transaction.CommitAsync(token);
        }, Token);
        Assert.Equal(3, (await Tickets.StoredAsync(database)).Count);
    }

    [Fact]
    public async Task Missed_rows_are_named_by_type_and_key_with_the_cure()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();

        BulkConcurrencyException missed = await Assert.ThrowsAsync<BulkConcurrencyException>(
            () => context.BulkUpdateAsync([new Ticket { Id = 17 }, new Ticket { Id = 18 }], cancellationToken: Token));

        Assert.StartsWith("2 rows of 'Ticket' to update do not exist: Id = 17, 18 (position 0, 1 of the rows given).", missed.Message, StringComparison.Ordinal);
        Assert.EndsWith("Nothing from this call is stored.", missed.Message, StringComparison.Ordinal);
        Assert.Equal(BulkOutcome.Nothing, missed.Outcome);
    }

    [Fact]
    public async Task The_error_for_a_stale_row_version_says_how_to_read_it_back()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Versioned>(row =>
        {
            row.ToTable("versioned").Property(v => v.Id).ValueGeneratedNever();
            row.Property(v => v.Version).ValueGeneratedOnAddOrUpdate().IsConcurrencyToken();
        }));
        await database.ExecuteAsync("ALTER TABLE versioned MODIFY Version datetime(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)");
        await using ModelContext context = database.Context();
        Versioned[] rows = [new() { Id = 5 }, new() { Id = 6 }];
        await context.BulkInsertAsync(rows, cancellationToken: Token);
        Array.ForEach(rows, row => row.Name = "changed");
        await context.BulkUpdateAsync(rows, new() { ReadGenerated = false }, Token);

        BulkConcurrencyException missed = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.BulkUpdateAsync(rows, new() { ReadGenerated = false }, Token));

        Assert.StartsWith("2 rows of 'Versioned' to update do not exist or have changed since they were read: Id = 5, 6 (position 0, 1 ", missed.Message, StringComparison.Ordinal);
        Assert.Contains("The server changes 'Version' with each update: set ReadGenerated", missed.Message, StringComparison.Ordinal);
    }

    private static ModelContext Logging(TestDatabase database, List<(EventId Id, LogLevel Level, string Text)> logged)
        => database.Context(options => options.LogTo(
            (id, _) => id.Name?.StartsWith("EFCore.MySqlBulk", StringComparison.Ordinal) == true, data => logged.Add((data.EventId, data.LogLevel, data.ToString()))));

    private static IEnumerable<Ticket> Cancelling(CancellationTokenSource cancel)
    {
        foreach (Ticket ticket in Tickets.New(5_000))
        {
            if (ticket.Token == 4_500)
                cancel.Cancel();
            yield return ticket;
        }
    }

    // "… 500 rows, 5 statements, …"
    private static int Number(string text, string of)
    {
        string[] words = text.Replace(",", "", StringComparison.Ordinal).Split(' ');
        return int.Parse(words[Array.IndexOf(words, of) - 1], System.Globalization.CultureInfo.InvariantCulture);
    }

    private sealed class Versioned
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public DateTime Version { get; set; }
    }
}
