using EFCore.MySqlBulk.Provider.ConnectorNet.Tests.Model;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Tests;

/// <summary>The LINQ that tests and samples use.</summary>
public abstract class QueryTests(ServerFixture server)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Rows_are_filtered_ordered_and_paged()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        IQueryable<Product> products = context.Set<Product>();
        Assert.Equal(["p9", "p8"], await products.OrderByDescending(p => p.Id).Take(2).Select(p => p.Name).ToListAsync(Token));
        Assert.Equal(["p2", "p3"], await products.OrderBy(p => p.Id).Skip(2).Take(2).Select(p => p.Name).ToListAsync(Token));
        Assert.Equal(["p8", "p9"], await products.OrderBy(p => p.Id).Skip(8).Select(p => p.Name).ToListAsync(Token));
        Assert.Equal("p3", (await products.FirstAsync(p => p.Stock == 3, Token)).Name);
        Assert.Null(await products.SingleOrDefaultAsync(p => p.Stock == 99, Token));
        Assert.NotNull(await context.FindAsync<Product>([1], Token));
    }

    [Fact]
    public async Task Rows_are_counted_and_summed()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        IQueryable<Product> products = context.Set<Product>();
        Assert.Equal(10, await products.CountAsync(Token));
        Assert.Equal(10, await products.LongCountAsync(Token));
        Assert.Equal(45, await products.SumAsync(p => p.Stock, Token));
        Assert.Equal(4.5, await products.AverageAsync(p => p.Stock, Token));
        Assert.Equal(9.5m, await products.MaxAsync(p => p.Price, Token));
        Assert.True(await products.AnyAsync(Token));
        Assert.False(await products.AllAsync(p => p.Stock > 0, Token));
        Assert.Equal(0, await products.Where(p => p.Stock > 100).SumAsync(p => p.Stock, Token));
    }

    [Fact]
    public async Task Rows_are_joined_included_and_grouped()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        Assert.Equal(20, await context.Set<Product>().Join(context.Set<Review>(), p => p.Id, r => r.ProductId, (p, r) => r).CountAsync(Token));
        Assert.Equal(9, (await context.Set<Review>().Include(r => r.Product).OrderBy(r => r.Id).LastAsync(Token)).Product!.Stock);
        IQueryable<Product> full = context.Set<Product>().Include(p => p.Reviews).AsNoTracking();
        Assert.All(await full.ToListAsync(Token), p => Assert.Equal(2, p.Reviews.Count));
        Assert.All(await full.AsSplitQuery().ToListAsync(Token), p => Assert.Equal(2, p.Reviews.Count));
        var groups = await context.Set<Review>().GroupBy(r => r.Stars)
            .Select(g => new { g.Key, Count = g.Count() }).OrderBy(g => g.Key).ToListAsync(Token);
        Assert.Equal([(1, 10), (5, 10)], groups.Select(g => (g.Key, g.Count)));
        Assert.Equal(5, await context.Set<Product>().CountAsync(p => p.Stock >= 5 && p.Reviews.Any(r => r.Stars == 5), Token));
    }

    [Fact]
    public async Task A_list_in_memory_is_contained_in()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        List<int> stocks = [1, 2, 77];
        string[] names = ["p4", "it's", "p5\\"];
        Assert.Equal(2, await context.Set<Product>().CountAsync(p => stocks.Contains(p.Stock), Token));
        Assert.Equal(1, await context.Set<Product>().CountAsync(p => names.Contains(p.Name), Token));
        Assert.Equal(0, await context.Set<Product>().CountAsync(p => new List<int>().Contains(p.Stock), Token));
        Assert.Equal(8, await context.Set<Product>().CountAsync(p => !stocks.Contains(p.Stock), Token));
    }

    [Fact]
    public async Task Text_is_searched_and_changed()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        IQueryable<Product> products = context.Set<Product>();
        string part = "5";
        string percent = "%";
        string first = "p";
        Assert.Equal(10, await products.CountAsync(p => p.Name.StartsWith(first), Token));
        Assert.Equal(1, await products.CountAsync(p => p.Name.EndsWith(part), Token));
        Assert.Equal(1, await products.CountAsync(p => p.Name.Contains(part), Token));
        Assert.Equal(0, await products.CountAsync(p => p.Name.Contains(percent), Token));
        Assert.Equal(10, await products.CountAsync(p => EF.Functions.Like(p.Name, "p_"), Token));
#pragma warning disable CA1304, CA1311 // a query has no culture
        Assert.Equal("P7-x", await products.Where(p => p.Stock == 7).Select(p => p.Name.ToUpper() + "-" + "x").SingleAsync(Token));
#pragma warning restore CA1304, CA1311
        Assert.Equal("p7/7", await products.Where(p => p.Stock == 7).Select(p => p.Name + "/" + p.Stock).SingleAsync(Token));
        Assert.Equal("7", await products.Where(p => p.Stock == 7).Select(p => p.Name.Substring(1)).SingleAsync(Token));
        Assert.Equal(10, await products.CountAsync(p => p.Name.Length == 2 && !string.IsNullOrEmpty(p.Name), Token));
    }

    [Fact]
    public async Task Numbers_are_cast_and_dates_taken_apart()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        Assert.Equal(3.5, await context.Set<Product>().Where(p => p.Stock == 7).Select(p => (double)p.Stock / 2).SingleAsync(Token));
        Assert.Equal(8L, await context.Set<Product>().Where(p => p.Stock == 7).Select(p => (long)(p.Price + 0.5m)).SingleAsync(Token));
        Assert.Equal(10, await context.Set<Product>().CountAsync(p => p.CreatedAt.Year >= 2024, Token));
    }

    [Fact]
    public async Task Sql_of_the_caller_is_composed_over()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        int least = 4;
        IQueryable<Product> some = context.Set<Product>().FromSql($"SELECT * FROM `Products` WHERE `Stock` > {least}");
        Assert.Equal(2, await some.CountAsync(p => p.Stock < 7, Token));
        Assert.Equal([5, 6], await context.Database.SqlQuery<int>($"SELECT `Stock` AS `Value` FROM `Products` WHERE `Stock` > {least}")
            .Where(v => v < 7).OrderBy(v => v).ToListAsync(Token));
        Assert.Equal("x", await context.Database.SqlQuery<string>($"SELECT {"x"} AS `Value`").SingleAsync(Token));
    }

    [Fact]
    public async Task Rows_are_updated_in_place()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        Assert.Equal(3, await context.Set<Product>().Where(p => p.Stock >= 7)
            .ExecuteUpdateAsync(s => s.SetProperty(p => p.Stock, p => p.Stock + 100).SetProperty(p => p.Status, "it's"), Token));
        Assert.Equal(3, await context.Set<Product>().CountAsync(p => p.Stock > 100 && p.Status == "it's", Token));
        Assert.Equal(2, await context.Set<Review>().Where(r => r.Product!.Name == "p1")
            .ExecuteUpdateAsync(s => s.SetProperty(r => r.Stars, 4), Token));
    }

    [Fact]
    public async Task Rows_are_deleted_in_place()
    {
        await using TestDatabase database = await FilledAsync();
        await using ModelContext context = database.Context();
        Assert.Equal(2, await context.Set<Review>().Where(r => r.Product!.Name == "p1").ExecuteDeleteAsync(Token));
        Assert.Equal(3, await context.Set<Product>().Where(p => p.Stock >= 7).ExecuteDeleteAsync(Token));
        Assert.Equal(12, await context.Set<Review>().CountAsync(Token));
        Assert.Equal(7, await context.Set<Product>().ExecuteDeleteAsync(Token));
    }

    private async Task<TestDatabase> FilledAsync()
    {
        TestDatabase database = await TestDatabase.CreateAsync(server, Shop.Describe);
        await using ModelContext context = database.Context();
        for (int i = 0; i < 10; i++)
        {
            Review[] reviews = [new() { Stars = 1 }, new() { Stars = 5 }];
            context.Add(new Product { Name = $"p{i}", Stock = i, Price = i + 0.5m, Reviews = { reviews[0], reviews[1] } });
            await context.SaveChangesAsync(Token);
        }

        database.Statements.Clear();
        return database;
    }
}
