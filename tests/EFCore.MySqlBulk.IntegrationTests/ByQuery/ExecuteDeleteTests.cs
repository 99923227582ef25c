using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>The rows of a query are deleted in batches, and they are those that EF Core's own ExecuteDelete deletes.</summary>
[BothServers]
public abstract class ExecuteDeleteTests(Servers servers, ServerKind kind)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(1, true)]
    [InlineData(7, true)]
    [InlineData(7, false)]
    [InlineData(100, true)]
    [InlineData(429, false)]
    [InlineData(100_000, true)]
    public async Task The_same_rows_as_with_ExecuteDelete(int batchRows, bool isAsync)
    {
        await using TestDatabase expected = await Visits.CreateAsync(servers, kind);
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        int deleted = await Of(expected.Context()).ExecuteDeleteAsync(Token);

        BulkResult done = await Of(database.Context()).DeleteAsync(isAsync, new() { BatchRows = batchRows, BatchTime = Visits.Patience });

        Assert.Equal(await Visits.StoredAsync(expected), await Visits.StoredAsync(database));
        Assert.Equal((deleted, deleted, 0), (done.RowsDeleted, done.RowsAffected, done.RowsUpdated));
        // The first batch has up to 1,000 rows.
        Assert.Equal((deleted + batchRows - 1) / batchRows, done.Portions);
        Assert.Equal([1_000L], done.LastKey);
        Assert.InRange(done.LongestBatch, TimeSpan.FromTicks(1), done.Elapsed);

        static IQueryable<Visit> Of(ModelContext context) => context.Set<Visit>().Where(visit => visit.Site > 3 || visit.Id == 1_000);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task In_the_order_of_an_index(bool isAsync)
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        // The newest rows have the smallest keys.
        await database.ExecuteAsync("UPDATE visits SET Id = 2000 - Id");
        await using ModelContext context = database.Context();
        DateTime cutoff = Visits.After(400);
        List<BulkProgress> progress = [];

        BulkResult done = await context.Set<Visit>().Where(visit => visit.At < cutoff).DeleteAsync(isAsync, new() { Walk = visit => visit.At, BatchRows = 33, BatchTime = Visits.Patience, Progress = new ProgressReports(progress) });

        Assert.Equal((400, 13), (done.RowsDeleted, done.Portions));
        Assert.Equal([cutoff.AddMinutes(-1), 1_999L - 390], done.LastKey.Select((value, i) => i == 1 ? value : (object)DateTime.SpecifyKind((DateTime)value!, DateTimeKind.Unspecified)));
        Assert.Equal(Enumerable.Range(1, 12).Select(i => 33L * i).Append(400), progress.Select(each => each.RowCount));
        Assert.Equal(600, (await Visits.StoredAsync(database)).Count);
        Assert.Equal("400 rows deleted", done.ToString()[..16]);
        Assert.EndsWith("s, 13 batches: \"in the order of At, Id\"", done.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Several_columns_of_an_index()
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        await using ModelContext context = database.Context();

        BulkResult done = await context.Set<Visit>().Where(visit => visit.Site == 3 || visit.Site == 5).BulkExecuteDeleteAsync(new() { Walk = visit => new { visit.Site, visit.At }, BatchRows = 10, BatchTime = Visits.Patience }, Token);

        Assert.Equal((286, 29), (done.RowsDeleted, done.Portions));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM visits WHERE Site IN (3, 5)"));
        Assert.Equal(3, done.LastKey.Count);
    }

    [Fact]
    public async Task A_query_over_a_navigation_and_filters()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Shop>().ToTable("shops");
            model.Entity<Sale>(sale =>
            {
                sale.ToTable("sales").HasOne(s => s.Shop).WithMany().HasForeignKey(s => s.ShopId);
                sale.HasQueryFilter(s => !s.IsKept);
            });
        });
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([new Shop { Id = 1, City = "Bern" }, new Shop { Id = 2, City = "Basel" }]);
        await context.BulkInsertAsync(Enumerable.Range(1, 100).Select(i => new Sale { Id = i, ShopId = 1 + (i % 2), IsKept = i > 90 }));

        Assert.Equal(45, (await context.Set<Sale>().Where(sale => sale.Shop!.City == "Basel").BulkExecuteDeleteAsync(new() { BatchRows = 8, BatchTime = Visits.Patience }, Token)).RowsDeleted);
        Assert.Equal(45, (await context.Set<Sale>().BulkExecuteDeleteAsync(new() { BatchRows = 8, BatchTime = Visits.Patience, WholeTable = true }, Token)).RowsDeleted);
        Assert.Equal(10, (await context.Set<Shop>().Where(shop => shop.Id > 0).SelectMany(shop => context.Set<Sale>().IgnoreQueryFilters().Where(sale => sale.ShopId == shop.Id)).BulkExecuteDeleteAsync(new() { BatchRows = 3, BatchTime = Visits.Patience }, Token)).RowsDeleted);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM sales"));
    }

    [Fact]
    public async Task Nothing_matches()
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind, 10);
        BulkResult done = await database.Context().Set<Visit>().Where(visit => visit.Site == 99).BulkExecuteDeleteAsync(cancellationToken: Token);
        Assert.Equal((0, 0, "no rows, nothing sent"), (done.RowsDeleted, done.Portions, done.ToString()));
        Assert.Empty(done.LastKey);
    }

    // EF Core compiles each of its queries once, whatever the keys and the sizes of the batches are.
    [Fact]
    public async Task A_batch_is_two_statements()
    {
        await using TestDatabase database = await Visits.CreateAsync(servers, kind);
        Texts seen = new();
        await using ModelContext context = database.Context(options => options.AddInterceptors(seen));

        BulkResult done = await context.Set<Visit>().Where(visit => visit.Site != 2).BulkExecuteDeleteAsync(new() { BatchRows = 100, BatchTime = Visits.Patience, Timeout = TimeSpan.FromSeconds(77) }, Token);

        // The first one asks for the table's storage engine.
        string[] texts = [.. seen.Seen.Skip(1)];
        Assert.Equal(9, done.Portions);
        // The last batch is shorter, so the key of the last row is asked for.
        Assert.Equal(19, texts.Length);
        Assert.Equal(9, texts.Count(text => text.StartsWith("DELETE", StringComparison.Ordinal)));
        Assert.Equal(5, texts.Distinct().Count());
        Assert.Null(context.Database.GetCommandTimeout());
    }

    private sealed class Texts : DbCommandInterceptor
    {
        public List<string> Seen { get; } = [];

        public override DbCommand CommandInitialized(CommandEndEventData eventData, DbCommand result)
        {
            Seen.Add(result.CommandText);
            return result;
        }
    }

    private sealed class Shop
    {
        public int Id { get; set; }

        public string City { get; set; } = "";
    }

    private sealed class Sale
    {
        public int Id { get; set; }

        public int ShopId { get; set; }

        public Shop? Shop { get; set; }

        public bool IsKept { get; set; }
    }
}
