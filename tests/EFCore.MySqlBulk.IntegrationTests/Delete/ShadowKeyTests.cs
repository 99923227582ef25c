using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Delete;

/// <summary>A row with an unknown shadow key is refused: the property's default is the key of another row.</summary>
[BothServers]
public abstract class ShadowKeyTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(Operation.Update, true)]
    [InlineData(Operation.Update, false)]
    [InlineData(Operation.Delete, true)]
    [InlineData(Operation.Delete, false)]
    public async Task An_unknown_key_is_not_a_key(Operation operation, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Line> lines = [new() { Number = 1, Text = "changed" }, new() { Number = 2, Text = "changed" }];

        foreach (IEnumerable<Line> rows in (IEnumerable<Line>[])[lines, lines.Where(_ => true)])
        {
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.RunAsync(operation, isAsync, rows, 100));
            Assert.Equal(0, refused.RowIndex);
            Assert.Contains("'Line.ShopId' is a shadow property and part of the key", refused.Message, StringComparison.Ordinal);
        }

        Assert.Equal(4, await database.CountAsync("SELECT COUNT(*) FROM `lines` WHERE Text = 'old'"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task It_is_taken_from_the_entry_or_from_the_navigation(bool isTracked)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Line> lines = isTracked
            ? await context.Set<Line>().Where(line => EF.Property<int>(line, "ShopId") == 7).ToListAsync(Token)
            : [new() { Number = 1, Shop = new() { Id = 7 } }, new() { Number = 2, Shop = new() { Id = 7 } }];
        lines.ForEach(line => line.Text = "changed");
        Assert.Equal(2, (await context.BulkUpdateAsync(lines, cancellationToken: Token)).RowsUpdated);
        Assert.Equal([0, 2], (await database.QueryAsync("SELECT SUM(ShopId = 0 AND Text = 'changed'), SUM(ShopId = 7 AND Text = 'changed') FROM `lines`"))[0].Select(Convert.ToInt32));
        Assert.Equal(2, (await context.BulkDeleteAsync(lines, cancellationToken: Token)).RowsDeleted);
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM `lines` WHERE ShopId = 0"));
        Assert.Equal(2, (await context.Set<Line>().BulkDeleteByKeyAsync([(0, 1), (0, 2)], cancellationToken: Token)).RowsDeleted);
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            model.Entity<Shop>().ToTable("shops").Property(s => s.Id).ValueGeneratedNever();
            model.Entity<Line>(line =>
            {
                line.ToTable("lines").HasOne(l => l.Shop).WithMany().HasForeignKey("ShopId");
                line.HasKey("ShopId", "Number");
                line.Property(l => l.Number).ValueGeneratedNever();
            });
        });
        await database.ExecuteAsync("INSERT INTO shops (Id) VALUES (0), (7)", "INSERT INTO `lines` (ShopId, Number, Text) VALUES (0, 1, 'old'), (0, 2, 'old'), (7, 1, 'old'), (7, 2, 'old')");
        return database;
    }

    private sealed class Shop
    {
        public int Id { get; set; }
    }

    private sealed class Line
    {
        public int Number { get; set; }

        public string Text { get; set; } = "";

        public Shop? Shop { get; set; }
    }
}
