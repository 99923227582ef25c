using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Synchronize;

/// <summary>The context's query filter belongs to the scope: for the stored rows, and for the rows given.</summary>
[BothServers]
public abstract class FilteredScopeTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_of_another_tenant_is_refused_before_anything_is_sent(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using (TenantContext other = Context(database, tenant: 1))
            await other.BulkSynchronizeAsync(New(tenant: 1, 3), new() { WholeTable = true, Match = p => new { p.TenantId, p.Sku } }, Token);
        await using TenantContext context = Context(database, tenant: 2);
        List<Product> given = New(tenant: 2, 10);
        given[7].TenantId = 1;
        BulkSynchronizeOptions<Product> options = new() { WholeTable = true, Match = p => new { p.TenantId, p.Sku } };

        foreach (BulkSynchronizeOptions<Product> each in new[] { options, options with { WholeTable = false, Scope = q => q.Where(p => p.Sku < 100) } })
        {
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.SynchronizeAsync(isAsync, given, each));
            Assert.Equal(7, refused.RowIndex);
            Assert.Contains("Row 7 is outside the query filter of 'Product'", refused.Message, StringComparison.Ordinal);
            Assert.Contains("IgnoreQueryFilters", refused.Message, StringComparison.Ordinal);
            Assert.All(given, p => Assert.Equal(0, p.Id));
            Assert.Equal(3, await database.CountAsync("SELECT COUNT(*) FROM products"));
        }

        given[7].TenantId = 2;
        BulkResult done = await context.SynchronizeAsync(isAsync, given, options);
        Assert.Equal((10, 0), (done.RowsInserted, done.RowsOrphaned));
        done = await context.SynchronizeAsync(isAsync, given[..9], options);
        Assert.Equal((9, 1), (done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(3, await database.CountAsync("SELECT COUNT(*) FROM products WHERE TenantId = 1"));
    }

    [Fact]
    public async Task A_row_that_comes_back_is_refused_until_the_filter_is_taken_off()
    {
        await using TestDatabase database = await CreateAsync();
        await using TenantContext context = Context(database, tenant: 1);
        DateTime now = new(2026, 11, 23);
        BulkSynchronizeOptions<Product> marks = new()
        {
            WholeTable = true,
            Match = p => new { p.TenantId, p.Sku },
            Orphans = Orphans<Product>.Update(p => new Product { DeletedAt = p.DeletedAt ?? now }),
        };
        await context.BulkSynchronizeAsync(New(tenant: 1, 5), marks, Token);
        Assert.Equal(1, (await context.BulkSynchronizeAsync(New(tenant: 1, 4), marks, Token)).RowsMarked);

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkSynchronizeAsync(New(tenant: 1, 5), marks, Token));
        Assert.Equal(4, refused.RowIndex);
        Assert.Contains("The query filter of 'Product' may hide it", refused.Message, StringComparison.Ordinal);
        Assert.Contains("Scope = q => q.IgnoreQueryFilters()", refused.Message, StringComparison.Ordinal);

        BulkSynchronizeOptions<Product> all = marks with { WholeTable = false, Scope = q => q.IgnoreQueryFilters().Where(p => p.TenantId == 1) };
        BulkResult done = await context.BulkSynchronizeAsync(New(tenant: 1, 5), all, Token);
        Assert.Equal((0, 1, 4, 0), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsOrphaned));
        Assert.Equal(5, await context.Products.CountAsync(Token));

        refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkSynchronizeAsync([new() { TenantId = 2, Sku = 1 }], all, Token));
        Assert.Contains("Row 0 is outside BulkSynchronizeOptions.Scope", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_condition_that_would_query_for_every_row_is_refused()
    {
        await using TestDatabase database = await CreateAsync();
        await using TenantContext context = Context(database, tenant: 1);
        IQueryable<int> open = context.Shops.Select(s => s.Id);
        BulkSynchronizeOptions<Product>[] scopes =
        [
            new() { Scope = q => q.Where(p => context.Set<Shop>().Any(s => s.Id == p.TenantId)) },
            new() { Scope = q => q.Where(p => context.Shops.Count(s => s.Id == p.TenantId) > 0) },
            new() { Scope = q => q.Where(p => p.Sku > 0).Where(p => open.Contains(p.TenantId)) },
        ];

        foreach (BulkSynchronizeOptions<Product> options in scopes)
        {
            InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkSynchronizeAsync(New(tenant: 1, 3), options, Token));
            Assert.Contains("The conditions of BulkSynchronizeOptions.Scope query '", refused.Message, StringComparison.Ordinal);
            await Assert.ThrowsAsync<InvalidOperationException>(() => context.ExplainBulkSynchronizeAsync(New(tenant: 1, 3), options, Token));
        }

        List<int> ids = [1, 2];
        BulkResult done = await context.BulkSynchronizeAsync(
            New(tenant: 1, 3), new() { Scope = q => q.Where(p => ids.Contains(p.TenantId) && ids.AsQueryable().Any(id => id == p.TenantId)), Match = p => new { p.TenantId, p.Sku } }, Token);
        Assert.Equal(3, done.RowsInserted);
    }

    [Fact]
    public async Task A_filter_that_only_the_server_can_evaluate_is_refused_and_can_be_taken_off()
    {
        await using TestDatabase database = await CreateAsync();
        await using TenantContext context = Context(database, tenant: 1);

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkSynchronizeAsync([new Order { ShopId = 1 }], new() { WholeTable = true }, Token));
        Assert.Contains("The conditions of the query filter of 'Order' cannot be evaluated for row 0", refused.Message, StringComparison.Ordinal);
        refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkSynchronizeAsync([new Visit()], new() { WholeTable = true }, Token));
        Assert.Contains("The conditions of the query filter of 'Visit' query 'Shop'", refused.Message, StringComparison.Ordinal);

        Shop shop = new() { Id = 1, Name = "open" };
        await context.BulkInsertAsync([shop], cancellationToken: Token);
        BulkResult done = await context.BulkSynchronizeAsync([new Order { ShopId = 1, Shop = shop }, new Order { ShopId = 1, Shop = shop }], new() { WholeTable = true }, Token);
        Assert.Equal(2, done.RowsInserted);
        done = await context.BulkSynchronizeAsync([new Order { ShopId = 1 }], new() { Scope = q => q.IgnoreQueryFilters() }, Token);
        Assert.Equal((1, 2), (done.RowsInserted, done.RowsDeleted));
        Assert.Equal(1, (await context.BulkSynchronizeAsync([new Visit()], new() { Scope = q => q.IgnoreQueryFilters() }, Token)).RowsInserted);
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model => TenantContext.Map(model, null));

    private static TenantContext Context(TestDatabase database, int tenant)
        => new(new DbContextOptionsBuilder().AllowManyServices().UseMySql(database.ConnectionString, database.Server.Version).Options) { TenantId = tenant };

    private static List<Product> New(int tenant, int count) => [.. Enumerable.Range(1, count).Select(sku => new Product { TenantId = tenant, Sku = sku, Name = $"product {sku}" })];

    private sealed class TenantContext(DbContextOptions options) : DbContext(options)
    {
        public int TenantId { get; init; }

        public DbSet<Product> Products => Set<Product>();

        public DbSet<Shop> Shops => Set<Shop>();

        public static void Map(Microsoft.EntityFrameworkCore.ModelBuilder model, TenantContext? context)
        {
            model.Entity<Product>(product =>
            {
                product.ToTable("products").HasIndex(p => new { p.TenantId, p.Sku }).IsUnique();
                // The model is made by one context, and used by others.
                if (context is not null)
                    product.HasQueryFilter(p => p.TenantId == context.TenantId && p.DeletedAt == null);
            });
            model.Entity<Shop>().ToTable("shops");
            model.Entity<Order>(order =>
            {
                order.ToTable("orders");
                if (context is not null)
                    order.HasQueryFilter(o => o.Shop!.Name != "closed");
            });
            model.Entity<Visit>(visit =>
            {
                visit.ToTable("visits");
                if (context is not null)
                    visit.HasQueryFilter(v => context.Shops.Any(s => s.Id == v.ShopId));
            });
        }

        protected override void OnModelCreating(Microsoft.EntityFrameworkCore.ModelBuilder modelBuilder) => Map(modelBuilder, this);
    }

    private sealed class Product
    {
        public int Id { get; set; }

        public int TenantId { get; set; }

        public int Sku { get; set; }

        public string Name { get; set; } = "";

        public DateTime? DeletedAt { get; set; }
    }

    private sealed class Shop
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Order
    {
        public int Id { get; set; }

        public int ShopId { get; set; }

        public Shop? Shop { get; set; }
    }

    private sealed class Visit
    {
        public int Id { get; set; }

        public int ShopId { get; set; }
    }
}
