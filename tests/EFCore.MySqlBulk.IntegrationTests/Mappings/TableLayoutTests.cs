using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Tables that do not look like their model, and names that need quoting.</summary>
[BothServers]
public abstract class TableLayoutTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Columns_in_another_order_and_columns_that_the_model_does_not_know_do_no_harm()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Odd>(entity =>
        {
            entity.ToTable("order");
            entity.Property(o => o.Bit).HasColumnType("bit(1)").HasColumnName("group");
            entity.Property(o => o.Bits).HasColumnType("bit(64)").HasColumnName("Select");
            entity.Property(o => o.Text).HasColumnName("a`b");
            entity.Property(o => o.Number).HasColumnName("snake_case");
            entity.Property(o => o.Id).HasColumnName("odd id?");
        }));
        await database.ExecuteAsync(
            "DROP TABLE `order`",
            "CREATE TABLE `order` (`first` int NOT NULL DEFAULT 7, `a``b` longtext, `group` bit(1), between1 bit(8) NOT NULL DEFAULT b'101', snake_case int, `odd id?` bigint PRIMARY KEY AUTO_INCREMENT,"
            + " `Select` bit(64), `last` varchar(20) NOT NULL DEFAULT 'untouched')");
        foreach (BulkStrategy insert in EveryStrategy.Inserts)
        {
            foreach (BulkStrategy update in EveryStrategy.Updates(kind))
                await RoundTripsAsync(database, insert, update);
        }

        foreach (BulkStrategy delete in EveryStrategy.Deletes(kind))
        {
            await using ModelContext context = database.Context();
            List<Odd> odds = [new(), new(), new()];
            await context.BulkInsertAsync(odds);
            Assert.Equal(2, (await context.BulkDeleteAsync(odds.Skip(1).ToList(), new() { Strategy = delete, BatchRows = EveryStrategy.BatchRows(delete) })).RowsDeleted);
            Assert.Equal(odds[0].Id, await database.CountAsync("SELECT `odd id?` FROM `order`"));
            await context.BulkDeleteAsync(odds.Take(1).ToList());
        }
    }

    private static async Task RoundTripsAsync(TestDatabase database, BulkStrategy insert, BulkStrategy update)
    {
        await using ModelContext context = database.Context();
        List<Odd> odds = [new() { Text = "a", Bit = true, Bits = ulong.MaxValue, Number = 1 }, new() { Text = "b", Bits = 9, Number = 2 }];
        await context.BulkInsertAsync(odds, new() { Strategy = insert, BatchRows = EveryStrategy.BatchRows(insert) });
        await AssertStoredAsync(context, odds);
        (odds[0].Bit, odds[1].Bit, odds[0].Bits, odds[1].Bits, odds[0].Text) = (false, true, 0, ulong.MaxValue - 1, "c");
        await context.BulkUpdateAsync(odds, new() { Strategy = update, BatchRows = EveryStrategy.BatchRows(update) });
        await AssertStoredAsync(context, odds);
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM `order` WHERE `first` = 7 AND between1 = b'101' AND `last` = 'untouched'"));
        await context.BulkDeleteAsync(odds);
    }

    private static async Task AssertStoredAsync(ModelContext context, List<Odd> odds)
        => Assert.Equal(
            odds.Select(o => (o.Id, o.Text, o.Bit, o.Bits, o.Number)),
            (await context.Set<Odd>().AsNoTracking().OrderBy(o => o.Id).ToListAsync()).Select(o => (o.Id, o.Text, o.Bit, o.Bits, o.Number)));

    private sealed class Odd
    {
        public long Id { get; set; }

        public bool Bit { get; set; }

        public ulong Bits { get; set; }

        public string? Text { get; set; }

        public int Number { get; set; }
    }
}
