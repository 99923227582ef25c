using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Synchronize;

/// <summary>What is outside the scope is never touched, and what could touch it is refused before anything is sent.</summary>
[BothServers]
public abstract class ScopeTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true, BulkPipelining.Never)]
    [InlineData(false, BulkPipelining.Never)]
    [InlineData(true, BulkPipelining.Always)]
    [InlineData(false, BulkPipelining.Always)]
    public async Task Other_rows_stay_as_they_are(bool isAsync, BulkPipelining pipelining)
    {
        await using TestDatabase database = await CreateAsync();
        List<Item> others = [.. await SeedAsync(database, tenant: 1, 50), .. await SeedAsync(database, tenant: 3, 50)];
        await SeedAsync(database, tenant: 2, 50);
        (int tenant, string quoted) = (2, "it's @tenant");
        List<Item> given = [.. New(tenant, 60).Skip(20)];
        given[0].Name = "changed";
        await using ModelContext context = database.Context();

        BulkResult done = await context.SynchronizeAsync(isAsync, given, new() { Scope = q => q.Where(i => i.TenantId == tenant && i.Name != quoted), Match = i => new { i.TenantId, i.Sku }, Pipelining = pipelining });

        Assert.Equal(pipelining == BulkPipelining.Always, done.IsPipelined);
        Assert.Equal((10, 1, 29, 20), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(Values([.. others, .. given]), await StoredAsync(database));
    }

    [Fact]
    public async Task A_scope_may_use_navigations_lists_and_several_conditions()
    {
        await using TestDatabase database = await CreateAsync();
        await SeedAsync(database, tenant: 1, 20);
        await SeedAsync(database, tenant: 2, 20);
        await database.ExecuteAsync("UPDATE items SET CategoryId = 1 WHERE Price < 10", "UPDATE items SET CategoryId = 2 WHERE Price >= 10");
        int[] tenants = [2, 5];
        Category books = new() { Id = 1, Name = "books" };
        List<Item> given = [.. New(2, 5).Select(i => i with { CategoryId = 1, Category = books })];
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkSynchronizeAsync(
            given,
            new()
            {
                Scope = q => q.Where(i => tenants.Contains(i.TenantId)).Where(i => i.Category!.Name == "books").TagWith("a scope"),
                Match = i => new { i.TenantId, i.Sku },
            },
            Token);

        Assert.Equal((5, 4), (done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(20, await database.CountAsync("SELECT COUNT(*) FROM items WHERE TenantId = 1"));
        Assert.Equal(16, await database.CountAsync("SELECT COUNT(*) FROM items WHERE TenantId = 2"));
    }

    [Fact]
    public async Task A_row_outside_the_scope_is_refused()
    {
        await using TestDatabase database = await CreateAsync();
        await SeedAsync(database, tenant: 1, 10);
        List<Item> given = New(1, 20);
        given[15].TenantId = 4;
        await using ModelContext context = database.Context();

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkSynchronizeAsync(given, new() { Scope = q => q.Where(i => i.TenantId == 1), Match = i => new { i.TenantId, i.Sku } }, Token));

        Assert.Equal(15, refused.RowIndex);
        Assert.Contains("Row 15 is outside BulkSynchronizeOptions.Scope", refused.Message, StringComparison.Ordinal);
        Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM items"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_that_is_stored_outside_the_scope_is_not_taken_into_it(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        List<Item> stored = [.. await SeedAsync(database, tenant: 1, 10), .. await SeedAsync(database, tenant: 2, 10)];
        List<Item> given = New(1, 12);
        given[11].Code = stored[15].Code;
        await using ModelContext context = database.Context();

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.SynchronizeAsync(isAsync, given, new() { Scope = q => q.Where(i => i.TenantId == 1), Match = i => i.Code }));

        Assert.Equal(11, refused.RowIndex);
        Assert.Contains("matches by Code is outside BulkSynchronizeOptions.Scope", refused.Message, StringComparison.Ordinal);
        Assert.Equal(Values(stored), await StoredAsync(database));
    }

    [Fact]
    [OnEachServer("Each server has collations of its own.")]
    public async Task Text_that_the_collation_treats_as_equal_is_the_same_row()
    {
        await using TestDatabase database = await CreateAsync();
        List<Item> stored = await SeedAsync(database, tenant: 1, 30);
        List<Item> given = New(1, 30);
        foreach (Item item in given.Take(10))
            item.Code = item.Code.ToUpperInvariant();
        given[20].Name = "changed";
        await using ModelContext context = database.Context();
        BulkSynchronizeOptions<Item> options = new() { Scope = q => q.Where(i => i.TenantId == 1), Match = i => i.Code };

        BulkResult done = await context.BulkSynchronizeAsync(given, options, Token);

        Assert.Equal((0, 1, 29, 0), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsOrphaned));
        Assert.Equal(stored.Select(i => i.Id), given.Select(i => i.Id));

        Item twin = new() { TenantId = 1, Sku = 999, Code = given[25].Code.ToUpperInvariant() };
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkSynchronizeAsync([.. given, twin], options, Token));
        Assert.Equal(30, refused.RowIndex);
        Assert.Contains("Rows 25 and 30 have different keys that the server treats as equal", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task NULL_in_a_match_column_matches_nothing()
    {
        await using TestDatabase database = await CreateAsync();
        await SeedAsync(database, tenant: 1, 10);
        await database.ExecuteAsync("UPDATE items SET Label = CONCAT('label ', Sku) WHERE Sku > 5");
        List<Item> given = [.. New(1, 10).Select((item, i) => item with { Label = i < 7 ? null : $"label {item.Sku}", Code = item.Code + "x" })];
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkSynchronizeAsync(given, new() { Scope = q => q.Where(i => i.TenantId == 1), Match = i => i.Label }, Token);

        Assert.Equal((7, 3, 7), (done.RowsInserted, done.RowsUpdated, done.RowsDeleted));
    }

    [Fact]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task Others_wait_to_change_the_scope_or_to_insert_into_it()
    {
        await using TestDatabase database = await CreateAsync();
        await SeedAsync(database, tenant: 1, 10);
        await SeedAsync(database, tenant: 3, 10);
        await using ModelContext context = database.Context();
        await using var transaction = await context.Database.BeginTransactionAsync(System.Data.IsolationLevel.RepeatableRead, Token);
        await context.BulkSynchronizeAsync(New(1, 10), new() { Scope = q => q.Where(i => i.TenantId == 1), Match = i => new { i.TenantId, i.Sku } }, Token);
        await using ModelContext other = database.Context();
        await other.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(other, "SET SESSION innodb_lock_wait_timeout = 1");

        await Assert.ThrowsAnyAsync<System.Data.Common.DbException>(() => TestDatabase.ExecuteAsync(other, "UPDATE items SET Name = 'other' WHERE TenantId = 1 AND Sku = 5"));
        await Assert.ThrowsAnyAsync<System.Data.Common.DbException>(
            () => TestDatabase.ExecuteAsync(other, "INSERT INTO items (TenantId, Sku, Code, Name, Price) VALUES (1, 11, 'a new code', 'other', 1)"));
        await transaction.RollbackAsync(Token);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM items WHERE Name = 'other'"));
    }

    [Fact]
    public async Task The_query_filter_belongs_to_the_scope()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            Model(model);
            model.Entity<Item>().HasQueryFilter(i => i.Price < 1_000);
        });
        await SeedAsync(database, tenant: 1, 10);
        await database.ExecuteAsync("UPDATE items SET Price = 5000 WHERE Sku > 5");
        await using ModelContext context = database.Context();
        BulkSynchronizeOptions<Item> options = new() { WholeTable = true, Match = i => new { i.TenantId, i.Sku } };

        BulkResult done = await context.BulkSynchronizeAsync(New(1, 3), options, Token);
        Assert.Equal((3, 2), (done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(5, await database.CountAsync("SELECT COUNT(*) FROM items WHERE Price = 5000"));

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkSynchronizeAsync(New(1, 7), options, Token));
        Assert.Contains("is outside BulkSynchronizeOptions.Scope", refused.Message, StringComparison.Ordinal);

        done = await context.BulkSynchronizeAsync(New(1, 7), options with { WholeTable = false, Scope = q => q.IgnoreQueryFilters() }, Token);
        Assert.Equal((2, 2, 3, 3), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
    }

    [Fact]
    public async Task What_makes_no_sense_is_refused_by_name()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Item> given = New(1, 2);
        string odd = "a\\b";
        await RefusedAsync<ArgumentException>(new(), "BulkSynchronize needs Scope or WholeTable");
        await RefusedAsync<ArgumentException>(new() { WholeTable = true, Scope = q => q }, "both Scope and WholeTable");
        await RefusedAsync<ArgumentException>(new() { Scope = q => q.OrderBy(i => i.Id).Take(5) }, "Scope uses Take");
        await RefusedAsync<ArgumentException>(new() { Scope = q => q.Where(i => i.TenantId == 1).Concat(q) }, "Scope uses Concat");
        await RefusedAsync<InvalidOperationException>(new() { WholeTable = true, Match = i => i.Name }, "neither a key nor a unique index");
        await RefusedAsync<ArgumentException>(new() { WholeTable = true, Update = i => i.Name, InsertOnly = i => i.Price }, "both Update");
        await RefusedAsync<InvalidOperationException>(new() { Scope = q => q.Where(i => i.Name != odd), Pipelining = BulkPipelining.Always }, "only the driver knows how to write the scope's parameters");
        await RefusedAsync<InvalidOperationException>(new() { WholeTable = true, Orphans = Orphans<Item>.Update(i => new Item { Name = i.Name.Trim() }) }, "BulkSynchronizeOptions.Orphans cannot be translated");
        await RefusedAsync<InvalidOperationException>(new() { Scope = q => q.Where(i => EF.Functions.Like(i.Name, "a%")) }, "cannot be evaluated for row 0");
        await RefusedAsync<InvalidOperationException>(new() { Scope = q => q.Where(i => i.Category!.Name == "books") }, "cannot be evaluated for row 0");
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM items"));

        async Task RefusedAsync<T>(BulkSynchronizeOptions<Item> options, string part)
            where T : Exception
            => Assert.Contains(part, (await Assert.ThrowsAsync<T>(() => context.BulkSynchronizeAsync(given, options, Token))).Message, StringComparison.Ordinal);
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(Model);

    private static void Model(Microsoft.EntityFrameworkCore.ModelBuilder model)
    {
        model.Entity<Category>().HasData(new Category { Id = 1, Name = "books" }, new Category { Id = 2, Name = "games" });
        model.Entity<Item>(item =>
        {
            item.ToTable("items");
            item.HasIndex(i => new { i.TenantId, i.Sku }).IsUnique();
            item.HasIndex(i => i.Code).IsUnique();
            item.HasIndex(i => i.Label).IsUnique();
        });
    }

    private static List<Item> New(int tenant, int count)
        => [.. Enumerable.Range(1, count).Select(sku => new Item { TenantId = tenant, Sku = sku, Code = $"code {tenant} {sku}", Name = $"item {sku}", Price = sku + 0.5m })];

    private static async Task<List<Item>> SeedAsync(TestDatabase database, int tenant, int count)
    {
        List<Item> items = New(tenant, count);
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(items, cancellationToken: Token);
        return items;
    }

    private static async Task<List<object>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return Values(await context.Set<Item>().AsNoTracking().ToListAsync(Token));
    }

    private static List<object> Values(IEnumerable<Item> items) => [.. items.OrderBy(i => i.Id).Select(i => (i.Id, i.TenantId, i.Sku, i.Code, i.Name, i.Price))];

    private sealed record Item
    {
        public int Id { get; set; }

        public int TenantId { get; set; }

        public int Sku { get; set; }

        [System.ComponentModel.DataAnnotations.MaxLength(50)]
        public string Code { get; set; } = "";

        [System.ComponentModel.DataAnnotations.MaxLength(50)]
        public string? Label { get; set; }

        public string Name { get; set; } = "";

        public decimal Price { get; set; }

        public int? CategoryId { get; set; }

        public Category? Category { get; set; }
    }

    private sealed class Category
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }
}
