using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.Planning.Selection;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Streams;

/// <summary>Rows that exist only while they are read.</summary>
[BothServers]
public abstract class StreamTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(1, true)]
    [InlineData(1_999, false)]
    [InlineData(12_345, true)]
    [InlineData(12_345, false)]
    public async Task A_stream_is_read_once_and_its_rows_get_their_keys(int rows, bool asynchronous)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Reading> made = [];
        CountedReadings readings = new(rows, (reading, _) => made.Add(reading));
        BulkResult done = asynchronous
            ? await context.BulkInsertAsync((IAsyncEnumerable<Reading>)readings)
            : await context.BulkInsertAsync((IEnumerable<Reading>)readings);
        Assert.Equal((rows, 1, rows, true), ((int)done.RowsInserted, readings.Enumerations, readings.Made, readings.IsDisposed));
        Dictionary<long, int> stored = await context.Set<Reading>().ToDictionaryAsync(r => r.Id, r => r.Sensor);
        Assert.Equal(rows, stored.Count);
        Assert.All(made, reading => Assert.Equal(reading.Sensor, stored[reading.Id]));
    }

    [Fact]
    public async Task A_stream_updates_and_deletes()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync((IEnumerable<Reading>)new CountedReadings(6_000));
        long first = await database.CountAsync("SELECT MIN(Id) FROM readings");
        CountedReadings updates = new(6_000, (reading, i) => (reading.Id, reading.Value) = (first + ((i * 7L) % 6_000), -1));
        Assert.Equal(6_000, (await context.BulkUpdateAsync((IAsyncEnumerable<Reading>)updates, new() { Update = r => r.Value })).RowsUpdated);
        Assert.Equal(6_000, await database.CountAsync("SELECT COUNT(*) FROM readings WHERE Value = -1"));
        CountedReadings deletes = new(6_000, (reading, i) => reading.Id = first + ((i * 11L) % 6_000));
        Assert.Equal(6_000, (await context.BulkDeleteAsync((IEnumerable<Reading>)deletes)).RowsDeleted);
        Assert.Equal((1, 1, 0L), (updates.Enumerations, deletes.Enumerations, await database.CountAsync("SELECT COUNT(*) FROM readings")));
    }

    [Fact]
    public async Task A_long_stream_needs_little_memory()
    {
        const int rows = 300_000;
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        LiveRows held = new(recent: 2 * Thresholds.RowsOfAFlight, lookEvery: 50_000);
        CountedReadings readings = new(rows, held.Given);
        Assert.Equal(rows, (await context.BulkInsertAsync((IEnumerable<Reading>)readings)).RowsInserted);
        // Rows before those of a flight and the ones read ahead meanwhile are gone; memory that other tests hold does not count.
        Assert.InRange(held.Most, 0, 3);
        Assert.Equal(rows, await database.CountAsync("SELECT COUNT(*) FROM readings"));
        Assert.Empty(context.ChangeTracker.Entries());
    }

    [Fact]
    public async Task Progress_rises_to_the_number_of_rows()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        foreach (BulkStrategy strategy in EveryStrategy.Inserts.Where(s => s != BulkStrategy.RowByRow))
        {
            List<BulkProgress> reports = [];
            List<Reading> readings = [.. (IEnumerable<Reading>)new CountedReadings(12_345)];
            await context.BulkInsertAsync(readings, new() { Strategy = strategy, BatchRows = 500, Progress = new ProgressReports(reports) });
            AssertRises(reports, 12_345, 12_345);
            reports.Clear();
            await context.BulkDeleteAsync(readings, new() { BatchRows = 500, Progress = new ProgressReports(reports) });
            AssertRises(reports, 12_345, 12_345);
        }

        List<BulkProgress> ofStream = [];
        await context.BulkInsertAsync((IEnumerable<Reading>)new CountedReadings(12_345), new() { Progress = new ProgressReports(ofStream) });
        AssertRises(ofStream, 12_345, null);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_call_that_is_cancelled_between_statements_stores_nothing(bool asStream)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        using CancellationTokenSource source = new();
        CountedReadings stream = new(20_000);
        IEnumerable<Reading> readings = asStream ? stream : [.. (IEnumerable<Reading>)stream];
        BulkInsertOptions options = new()
        {
            Progress = new ProgressReports([], progress =>
            {
                if (progress.RowCount > 2_000)
                    source.Cancel();
            }),
        };
        OperationCanceledException cancelled = await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => context.BulkInsertAsync(readings, options, source.Token));
        Assert.Equal(source.Token, cancelled.CancellationToken);
        Assert.Equal(0, await context.Set<Reading>().CountAsync());
        Assert.True(stream.IsDisposed);
        Assert.Equal(10, (await context.BulkInsertAsync((IEnumerable<Reading>)new CountedReadings(10))).RowsInserted);
    }

    [Fact]
    public async Task An_iterator_that_throws_leaves_nothing_stored_and_its_own_exception()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        CountedReadings readings = new(20_000, (_, i) =>
        {
            if (i == 15_000)
                throw new FormatException("line 15,000");
        });
        FormatException thrown = await Assert.ThrowsAsync<FormatException>(() => context.BulkInsertAsync((IAsyncEnumerable<Reading>)readings));
        Assert.Equal("line 15,000", thrown.Message);
        Assert.Equal(0, await context.Set<Reading>().CountAsync());
    }

    [Fact]
    public async Task No_rows_need_no_server()
    {
        await using TestDatabase database = new(await servers.OfAsync(kind), "never_created", model => model.Entity<Reading>(), "");
        await using ModelContext context = database.Context();
        BulkResult[] results =
        [
            await context.BulkInsertAsync(new List<Reading>()), await context.BulkInsertAsync((IAsyncEnumerable<Reading>)new CountedReadings(0)),
            await context.BulkUpdateAsync(new List<Reading>()), await context.BulkDeleteAsync((IEnumerable<Reading>)new CountedReadings(0)),
            await context.Set<Reading>().BulkDeleteByKeyAsync(new List<long>()),
        ];
        Assert.All(results, result => Assert.Equal((BulkStrategy.None, 0L, 0), (result.Strategy, result.RowsAffected, result.Statements)));
    }

    private static void AssertRises(List<BulkProgress> reports, long last, long? total)
    {
        Assert.True(reports.Count > 1);
        Assert.Equal(last, reports[^1].RowCount);
        Assert.All(reports.Zip(reports.Skip(1)), pair => Assert.True(pair.First.RowCount < pair.Second.RowCount && pair.First.Elapsed <= pair.Second.Elapsed));
        Assert.All(reports, report => Assert.Equal(total, report.TotalRowCount));
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model => model.Entity<Reading>().ToTable("readings"));
}
