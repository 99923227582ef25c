using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>Databases with visits: 10 of each minute, on 7 sites.</summary>
internal static class Visits
{
    public static readonly DateTime Begin = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Unspecified);

    /// <summary>The time that a batch may take, where a test counts rows and batches: those of a slow machine do not shrink.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromHours(1);

    /// <summary>The first moment after the oldest rows.</summary>
    public static DateTime After(int rows) => Begin.AddMinutes(rows / 10);

    public static async Task<TestDatabase> CreateAsync(Servers servers, ServerKind kind, int rows = 1_000, Action<ModelBuilder>? model = null)
        => await CreateAsync(await servers.OfAsync(kind), rows, model);

    public static async Task<TestDatabase> CreateAsync(RunningServer server, int rows, Action<ModelBuilder>? model = null)
    {
        TestDatabase database = await server.CreateAsync(builder =>
        {
            builder.Entity<Visit>(visit =>
            {
                visit.ToTable("visits").HasIndex(v => v.At);
                visit.HasIndex(v => new { v.Site, v.At });
                visit.Property(v => v.Path).HasMaxLength(50);
            });
            model?.Invoke(builder);
        });
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(0, rows).Select(i => new Visit { Id = i + 1, Site = i % 7, At = Begin.AddMinutes(i / 10), Path = $"/{i}" }));
        return database;
    }

    public static async Task<List<long>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return await context.Set<Visit>().IgnoreQueryFilters().OrderBy(visit => visit.Id).Select(visit => visit.Id).ToListAsync(TestContext.Current.CancellationToken);
    }

    public static Task<BulkResult> DeleteAsync<TEntity>(this IQueryable<TEntity> query, bool isAsync, BulkExecuteDeleteOptions<TEntity>? options = null, CancellationToken token = default)
        where TEntity : class
        => isAsync ? query.BulkExecuteDeleteAsync(options, token) : Task.FromResult(query.BulkExecuteDelete(options));
}
