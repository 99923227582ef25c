using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Streams;

/// <summary>Rows that come from a query: of another context they are a stream, of the same context they are refused.</summary>
[BothServers]
public abstract class QueriedRowsTests(Servers servers, ServerKind kind)
{
    private const string Copied = "SELECT COUNT(*) FROM readings copy WHERE Sensor < 0";

    [Theory]
    [InlineData(3)]
    [InlineData(6_000)]
    public async Task A_query_of_another_context_is_a_stream(int rows)
    {
        await using TestDatabase database = await CreateAsync(rows);
        await using ModelContext context = database.Context();
        await using ModelContext source = database.Context();
        IQueryable<Reading> stored = source.Set<Reading>().AsNoTracking().Select(r => new Reading { Sensor = -1 - r.Sensor, Value = r.Value });

        Assert.Equal(rows, (await context.BulkInsertAsync(stored.AsAsyncEnumerable())).RowsInserted);
        Assert.Equal(rows, await database.CountAsync(Copied));
        Assert.Equal(2 * rows, context.BulkDelete(source.Set<Reading>().AsNoTracking().AsEnumerable()).RowsDeleted);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM readings"));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(6_000)]
    public async Task A_query_of_the_same_context_is_refused_at_any_size(int rows)
    {
        await using TestDatabase database = await CreateAsync(rows);
        await using ModelContext context = database.Context();
        IQueryable<Reading> stored = context.Set<Reading>().AsNoTracking().Where(r => r.Sensor >= 0);

        await RefusedAsync("ToListAsync", () => context.BulkInsertAsync(stored.AsAsyncEnumerable()));
        await RefusedAsync("ToListAsync", () => context.BulkInsertAsync(stored.AsEnumerable()));
        await RefusedAsync("ToListAsync", () => context.BulkInsertOrUpdateAsync(stored.AsAsyncEnumerable()));
        await RefusedAsync("ExecuteUpdate", () => context.BulkUpdateAsync(stored.AsAsyncEnumerable()));
        await RefusedAsync("ExecuteDelete", () => context.Set<Reading>().BulkDeleteAsync(stored.AsAsyncEnumerable()));
        await RefusedAsync("another context", () => context.BulkExecuteAsync(stored.AsAsyncEnumerable(), r => $"DELETE FROM readings WHERE Id = {r.Id}"));
        await RefusedAsync("another context", () => context.ExplainBulkInsertAsync(stored.AsEnumerable()));
        Assert.Equal(System.Data.ConnectionState.Closed, context.Database.GetDbConnection().State);
        Assert.Equal(rows, await database.CountAsync("SELECT COUNT(*) FROM readings"));
    }

    [Fact]
    public async Task A_query_of_the_same_context_behind_another_sequence_is_refused_when_the_connection_is_busy()
    {
        await using TestDatabase database = await CreateAsync(6_000);
        await using ModelContext context = database.Context();
        await RefusedAsync(
            "of the same context", () => context.BulkInsertAsync(context.Set<Reading>().AsNoTracking().AsEnumerable().Select(r => new Reading { Sensor = r.Sensor })));
        Assert.Equal(6_000, await context.Set<Reading>().CountAsync());
    }

    private static async Task RefusedAsync(string cure, Func<Task> call)
        => Assert.Contains(cure, (await Assert.ThrowsAsync<InvalidOperationException>(call)).Message, StringComparison.Ordinal);

    private async Task<TestDatabase> CreateAsync(int rows)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Reading>().ToTable("readings"));
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync((IEnumerable<Reading>)new CountedReadings(rows));
        return database;
    }
}
