using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Columns that the server does not compare as it sorts them, or as they are read, give no order: rows would be left out or met again.</summary>
[BothServers]
public abstract class UncomparedKeyTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task They_are_refused()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Reading>(reading =>
        {
            reading.ToTable("readings").Property(r => r.State).HasColumnType("enum('new','done')");
            reading.HasIndex(r => r.State);
            reading.HasIndex(r => r.Value);
        }));
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(1, 30).Select(i => new Reading { Value = i / 10f, State = i % 3 == 0 ? "done" : "new" }));

        await RefusedAsync("'State', whose type enum('new','done')", new() { Walk = reading => reading.State });
        await RefusedAsync("'Value', whose type float", new() { Walk = reading => reading.Value });
        BulkResult done = await context.Set<Reading>().Where(reading => reading.Id > 4).BulkExecuteUpdateAsync(s => s.SetProperty(r => r.Count, r => r.Count + 1), new() { BatchRows = 5 }, TestContext.Current.CancellationToken);

        Assert.Equal(26, done.RowsUpdated);
        Assert.Equal(26, await database.CountAsync("SELECT SUM(Count) FROM readings"));

        async Task RefusedAsync(string column, BulkExecuteUpdateOptions<Reading> options)
        {
            InvalidOperationException refusal = await Assert.ThrowsAsync<InvalidOperationException>(() => context.Set<Reading>().Where(reading => reading.Id > 0).BulkExecuteUpdateAsync(s => s.SetProperty(r => r.Count, r => r.Count + 1), options, TestContext.Current.CancellationToken));
            Assert.Contains($"BulkExecuteUpdate would walk the rows by {column} is not compared as it is sorted or read", refusal.Message, StringComparison.Ordinal);
        }
    }

    // The property has fewer digits than the column. Without a check the walk would find the same row for ever.
    [Fact]
    public async Task A_walk_that_does_not_get_on_ends()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Measure>(measure =>
        {
            measure.ToTable("measures").Property(m => m.Value).HasConversion<double>();
            measure.HasIndex(m => m.Value);
        }));
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(1, 30).Select(i => new Measure { Value = i }));
        await database.ExecuteAsync("UPDATE measures SET Value = Value + 0.25 WHERE Value > 10");

        BulkOperationException failure = await Assert.ThrowsAsync<BulkOperationException>(() => context.Set<Measure>().Where(measure => measure.Id > 0).BulkExecuteDeleteAsync(new() { Walk = measure => measure.Value, BatchRows = 1, BatchTime = Visits.Patience }, TestContext.Current.CancellationToken));

        Assert.Contains("the walk by Value, Id does not get past the row of its last key", failure.Message, StringComparison.Ordinal);
        Assert.Equal((BulkOutcome.Some, 10), (failure.Outcome, failure.RowsAffected));
        Assert.Equal(30 - failure.RowsAffected, await database.CountAsync("SELECT COUNT(*) FROM measures"));
    }

    private sealed class Measure
    {
        public int Id { get; set; }

        public int Value { get; set; }
    }

    private sealed class Reading
    {
        public int Id { get; set; }

        public float Value { get; set; }

        public string State { get; set; } = "";

        public int Count { get; set; }
    }
}
