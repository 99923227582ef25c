using System.Data.Common;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Values;

/// <summary>A value that does not fit is rejected, even if the server would store another value in its place and only warn.</summary>
[BothServers]
public abstract class StrictnessTests(Servers servers, ServerKind kind)
{
    // Enough rows for several statements with every strategy, and for pipelining.
    private const int Rows = 3_000;

    public static TheoryData<string, string> Cases
    {
        get
        {
            TheoryData<string, string> cases = [];
            foreach (string mode in (string[])["", "STRICT_TRANS_TABLES"])
            {
                foreach (string misfit in (string[])["too long", "out of range", "null", "enum", "too many digits", "no such date"])
                    cases.Add(mode, misfit);
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task A_value_that_does_not_fit_is_refused_and_nothing_is_stored(string mode, string misfit)
    {
        await using TestDatabase database = await CreateAsync();
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            await using ModelContext context = await OpenAsync(database, mode);
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(Items(misfit, RowsOf(strategy)), new() { Strategy = strategy }));
            if (mode.Length > 0)
                AssertNames(refused, RowsOf(strategy));
            Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM items"));
            Assert.Equal(2, (await context.BulkInsertAsync(Items("").Take(2).ToList())).RowsInserted);
            await database.ExecuteAsync("DELETE FROM items");
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public async Task An_update_that_does_not_fit_is_refused_and_changes_nothing(string mode, string misfit)
    {
        await using TestDatabase database = await CreateAsync();
        await using (ModelContext context = database.Context())
            await context.BulkInsertAsync(Items(""));
        long before = await ChecksumAsync(database);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            await using ModelContext context = await OpenAsync(database, mode);
            Item[] items = Items(misfit, RowsOf(strategy));
            foreach (Item item in items)
                item.Small++;
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkUpdateAsync(items, new() { Strategy = strategy }));
            if (mode.Length > 0)
                AssertNames(refused, RowsOf(strategy));
            Assert.Equal(before, await ChecksumAsync(database));
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("STRICT_ALL_TABLES")]
    public async Task Rounding_a_decimal_is_not_an_error(string mode)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = await OpenAsync(database, mode);
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            Item[] items = [.. Items("").Take(10)];
            items[4].Price = 1.2345m;
            await context.BulkInsertAsync(items, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM items WHERE Price = 1.23"));
            await context.BulkDeleteAsync(items);
        }
    }

    // Row by row, all statements are alike.
    private static int RowsOf(BulkStrategy strategy) => strategy == BulkStrategy.RowByRow ? 100 : Rows;

    private static void AssertNames(BulkOperationException refused, int rows)
    {
        Assert.Equal(rows / 2, refused.RowIndex);
        Assert.Equal([(long)(rows / 2) + 1], refused.Key);
        Assert.IsType<DbException>(refused.InnerException, exactMatch: false);
    }

    private static async Task<long> ChecksumAsync(TestDatabase database)
        => await database.CountAsync("SELECT SUM(CRC32(CONCAT_WS('|',Id,Name,Small,Required,Letter,Price,Day))) FROM items");

    private static Item[] Items(string misfit, int rows = Rows)
    {
        Item[] items = [.. Enumerable.Range(1, rows).Select(i => new Item { Id = i, Name = "fits", Small = i % 100, Required = "there", Letter = "a", Price = 1.5m, Day = "2024-02-29" })];
        Item middle = items[rows / 2];
        switch (misfit)
        {
            case "too long": middle.Name = "longer than ten"; break;
            case "out of range": middle.Small = 40_000; break;
            case "null": middle.Required = null!; break;
            case "enum": middle.Letter = "z"; break;
            case "too many digits": middle.Price = 12_345m; break;
            case "no such date": middle.Day = "2023-02-29"; break;
        }

        return items;
    }

    private static async Task<ModelContext> OpenAsync(TestDatabase database, string mode)
    {
        ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        await TestDatabase.ExecuteAsync(context, $"SET SESSION sql_mode='{mode}'");
        return context;
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Item>(entity =>
        {
            entity.ToTable("items");
            entity.Property(item => item.Id).ValueGeneratedNever();
        }));
        await database.ExecuteAsync(
            "DROP TABLE items",
            "CREATE TABLE items (Id bigint PRIMARY KEY, Name varchar(10), Small smallint, Required varchar(10) NOT NULL, Letter enum('a','b'), Price decimal(5,2), Day date)");
        return database;
    }

    // The model's column is wider than the table's, as if a migration was not applied.
    private sealed class Item
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";

        public int Small { get; set; }

        public string? Required { get; set; }

        public string Letter { get; set; } = "";

        public decimal Price { get; set; }

        public string Day { get; set; } = "";
    }
}
