using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Read;

/// <summary>Entities come in the order of their keys, once for each, as queries of EF Core return them.</summary>
[BothServers]
public abstract class BulkReadTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Entities_come_in_the_order_of_the_keys_with_null_for_those_that_do_not_exist()
    {
        await using TestDatabase database = await ShopAsync();
        await using ModelContext context = database.Context();
        int[] keys = [9, 3, 999, 3, 1];

        List<Customer?> read = await context.Set<Customer>().BulkReadAsync(keys, cancellationToken: Token);
        List<Customer?> synchronous = context.Set<Customer>().BulkRead(keys);
        List<Customer> found = await context.Set<Customer>().BulkReadFoundAsync(keys, cancellationToken: Token);

        Assert.Equal([9, 3, null, 3, 1], read.Select(customer => customer?.Id));
        Assert.Same(read[1], read[3]);
        Assert.Equal(read, synchronous);
        Assert.Equal([9, 3, 3, 1], found.Select(customer => customer.Id));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1_000)]
    public async Task Lists_are_divided_into_statements_and_put_together_again(int batchRows)
    {
        await using TestDatabase database = await ShopAsync(200);
        SeenReads seen = new();
        await using ModelContext context = database.Context(options => options.AddInterceptors(seen));
        Random random = new(4);
        int[] keys = [.. Enumerable.Range(0, 300).Select(_ => random.Next(1, 260))];

        List<Customer?> read = await context.Set<Customer>().BulkReadAsync(keys, new() { BatchRows = batchRows, Tracking = QueryTrackingBehavior.NoTracking }, Token);

        Assert.Equal(keys.Select(key => key <= 200 ? key : (int?)null), read.Select(customer => customer?.Id));
        Assert.Equal((keys.Distinct().Count() + batchRows - 1) / batchRows, seen.Statements.Count);
        Assert.Single(seen.Statements.Distinct());
        Assert.Empty(context.ChangeTracker.Entries());
        Assert.All(Enumerable.Range(0, keys.Length), i => Assert.Same(read[i], read[Array.IndexOf(keys, keys[i])]));
    }

    [Fact]
    public async Task Without_keys_nothing_is_sent()
    {
        await using TestDatabase database = await ShopAsync();
        SeenReads seen = new();
        await using ModelContext context = database.Context(options => options.AddInterceptors(seen));

        Assert.Empty(await context.Set<Customer>().BulkReadAsync<Customer, int>([], cancellationToken: Token));
        Assert.Equal([null, null], await context.Set<Customer>().BulkReadAsync<Customer, int?>([null, null], cancellationToken: Token));
        Assert.Empty(await context.Set<Customer>().BulkReadFoundAsync<Customer, string?>([null], new() { Match = c => c.Email }, Token));

        Assert.Empty(seen.Statements);
    }

    [Fact]
    [OnEachServer("Each server has collations of its own.")]
    public async Task A_unique_index_is_a_key_and_the_server_says_which_texts_are_equal()
    {
        await using TestDatabase database = await ShopAsync();
        await using ModelContext context = database.Context();
        string?[] emails = ["C7@X", "c2@x", null, "none", "c7@x", "c7@x"];

        foreach (QueryTrackingBehavior tracking in Enum.GetValues<QueryTrackingBehavior>())
        {
            List<Customer?> read = await context.Set<Customer>().BulkReadAsync(emails, new() { Match = c => c.Email, Tracking = tracking, BatchRows = 1 }, Token);

            Assert.Equal([7, 2, null, null, 7, 7], read.Select(customer => customer?.Id));
            Assert.Same(read[0], read[4]);
            Assert.Same(read[4], read[5]);
        }
    }

    [Fact]
    public async Task Composite_keys_are_tuples_in_the_order_of_the_key()
    {
        await using TestDatabase database = await ShopAsync();
        await using ModelContext context = database.Context();

        List<Stock?> read = await context.Set<Stock>().BulkReadAsync([(2, "b"), (1, "zz"), (1, "a"), (2, "B")], cancellationToken: Token);
        List<Stock?> byUnique = await context.Set<Stock>().BulkReadAsync<Stock, (string?, int?)>([("b", 2), (null, 1), ("a", null)], new() { Match = s => new { s.Sku, s.Shop } }, Token);
        List<Stock> filtered = await context.Set<Stock>().WhereKeys([(2, "b"), (1, "zz"), (1, "a"), (2, "B")]).OrderBy(s => s.Shop).ToListAsync(Token);

        Assert.Equal([22, null, 11, 22], read.Select(stock => stock?.Count));
        Assert.Equal([22, null, null], byUnique.Select(stock => stock?.Count));
        Assert.Equal([11, 22], filtered.Select(stock => stock.Count));
    }

    [Fact]
    public async Task Tracked_entities_are_returned_as_they_are()
    {
        await using TestDatabase database = await ShopAsync();
        await using ModelContext context = database.Context();
        Customer changed = (await context.FindAsync<Customer>([3], Token))!;
        changed.Name = "changed";

        List<Customer?> read = await context.Set<Customer>().BulkReadAsync([3, 4], cancellationToken: Token);
        List<Customer?> untracked = await context.Set<Customer>().AsNoTracking().BulkReadAsync([3, 4], cancellationToken: Token);

        Assert.Same(changed, read[0]);
        Assert.Equal("changed", read[0]!.Name);
        Assert.Equal(EntityState.Modified, context.Entry(changed).State);
        Assert.Equal(EntityState.Unchanged, context.Entry(read[1]!).State);
        Assert.Equal("customer 3", untracked[0]!.Name);
    }

    [Fact]
    public async Task A_query_keeps_its_filters_and_includes()
    {
        await using TestDatabase database = await ShopAsync();
        await using ModelContext context = database.Context();

        List<Order?> orders = await context.Set<Order>().BulkReadAsync([1, 2, 3], cancellationToken: Token);
        List<Order?> all = await context.Set<Order>().IgnoreQueryFilters().BulkReadAsync([1, 2, 3], cancellationToken: Token);
        List<Customer?> customers = await context.Set<Customer>().Where(c => c.Id > 1).Include(c => c.Orders).AsNoTracking().BulkReadAsync([2, 1], cancellationToken: Token);

        Assert.Equal([1, null, 3], orders.Select(order => order?.Id));
        Assert.Null(await database.Context().FindAsync<Order>([2], Token));
        Assert.Equal([1, 2, 3], all.Select(order => order?.Id));
        Assert.Equal([2, null], customers.Select(customer => customer?.Id));
        Assert.Equal(["1"], customers[0]!.Orders.Select(order => order.Number));
        List<Customer?> byEmail = await context.Set<Customer>().Include(c => c.Orders).AsNoTracking().AsSplitQuery().BulkReadAsync(["C2@X", "nobody", "c1@x", "c2@x"], new() { Match = c => c.Email! }, Token);
        Assert.Equal(["1", null, "3", "1"], byEmail.Select(customer => customer?.Orders.Single().Number));
        Assert.Same(byEmail[0], byEmail[3]);
    }

    [Fact]
    public async Task Streams_are_read_in_windows()
    {
        await using TestDatabase database = await ShopAsync(12_000);
        await using ModelContext context = database.Context();
        List<int?> ids = [];
        await foreach (Customer? customer in context.Set<Customer>().AsNoTracking().BulkReadAsync(Numbers(25_000)))
        {
            // The context is free while the result is enumerated.
            if (ids.Count == 15)
                Assert.Equal(12_000, await context.Set<Customer>().CountAsync(Token));
            ids.Add(customer?.Id);
        }

        Assert.Equal(Enumerable.Range(1, 25_000).Select(i => i <= 12_000 ? i : (int?)null), ids);

        using CancellationTokenSource cancelled = CancellationTokenSource.CreateLinkedTokenSource(Token);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
        {
            await foreach (Customer? _ in context.Set<Customer>().BulkReadAsync(Numbers(25_000)).WithCancellation(cancelled.Token))
                await cancelled.CancelAsync();
        });
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => context.Set<Customer>().BulkReadAsync([1], cancellationToken: cancelled.Token));
    }

    [Fact]
    public async Task Keys_and_properties_that_do_not_fit_are_refused()
    {
        await using TestDatabase database = await ShopAsync();
        await using ModelContext context = database.Context();

        BulkOperationException misfit = await Assert.ThrowsAsync<BulkOperationException>(() => context.Set<Customer>().BulkReadAsync([1, 4_294_967_297], cancellationToken: Token));
        BulkOperationException inStream = await Assert.ThrowsAsync<BulkOperationException>(async () =>
        {
            await foreach (Customer? _ in context.Set<Customer>().BulkReadAsync(Large()))
            {
            }
        });

        Assert.Equal(1, misfit.RowIndex);
        Assert.Equal(10_003, inStream.RowIndex);
        Assert.Throws<InvalidOperationException>(() => context.Set<Customer>().BulkRead(["1"]));
        Assert.Throws<InvalidOperationException>(() => context.Set<Stock>().BulkRead([1]));
        Assert.Contains("several rows may have the same value", Assert.Throws<InvalidOperationException>(() => context.Set<Customer>().BulkRead(["a"], new() { Match = c => c.Name })).Message, StringComparison.Ordinal);
        Assert.Contains("write it as", Assert.Throws<ArgumentException>(() => context.Set<Customer>().BulkRead([1], new() { Match = c => c.Name.Length })).Message, StringComparison.Ordinal);
        Assert.Throws<ArgumentException>(() => context.Set<Customer>().BulkRead([1], new() { BatchRows = 0 }));
        Assert.Throws<ArgumentException>(() => context.Set<Customer>().BulkRead(context.Set<Order>().Select(o => o.Id)));

        static async IAsyncEnumerable<long> Large()
        {
            await Task.Yield();
            for (int i = 0; i < 10_010; i++)
                yield return i == 10_003 ? 4_294_967_297 : i;
        }
    }

    private static async IAsyncEnumerable<int> Numbers(int count)
    {
        for (int i = 1; i <= count; i++)
        {
            if (i % 1_000 == 0)
                await Task.Yield();
            yield return i;
        }
    }

    private async Task<TestDatabase> ShopAsync(int customers = 10)
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            model.Entity<Customer>(customer =>
            {
                customer.Property(c => c.Id).ValueGeneratedNever();
                customer.HasIndex(c => c.Email).IsUnique();
                customer.Property(c => c.Email).HasMaxLength(60).UseCollation("utf8mb4_general_ci");
            });
            model.Entity<Order>(order =>
            {
                order.Property(o => o.Id).ValueGeneratedNever();
                order.HasQueryFilter(o => !o.IsDeleted);
            });
            model.Entity<Stock>(stock =>
            {
                stock.HasKey(s => new { s.Shop, s.Sku });
                stock.Property(s => s.Sku).HasMaxLength(30).UseCollation("utf8mb4_general_ci");
            });
        });
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(1, customers).Select(i => new Customer { Id = i, Name = $"customer {i}", Email = i % 5 == 0 ? null : $"c{i}@x" }).ToList());
        await context.BulkInsertAsync(Enumerable.Range(1, 3).Select(i => new Order { Id = i, CustomerId = i == 3 ? 1 : 2, Number = $"{i}", IsDeleted = i == 2 }).ToList());
        await context.BulkInsertAsync([new Stock { Shop = 1, Sku = "a", Count = 11 }, new Stock { Shop = 2, Sku = "b", Count = 22 }, new Stock { Shop = 1, Sku = "b", Count = 12 }]);
        return database;
    }

    private sealed class Customer
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public string? Email { get; set; }

        public List<Order> Orders { get; } = [];
    }

    private sealed class Order
    {
        public int Id { get; set; }

        public int CustomerId { get; set; }

        public string Number { get; set; } = "";

        public bool IsDeleted { get; set; }
    }

    private sealed class Stock
    {
        public int Shop { get; set; }

        public string Sku { get; set; } = "";

        public int Count { get; set; }
    }
}
