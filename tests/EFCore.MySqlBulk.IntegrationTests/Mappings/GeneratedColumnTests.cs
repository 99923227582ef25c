using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Columns that the server computes are never sent, and are read back.</summary>
[BothServers]
public abstract class GeneratedColumnTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Computed_columns_are_left_to_the_server_and_read_back()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            List<Sum> sums = [.. Enumerable.Range(1, 7).Select(i => new Sum { A = i, B = 10 * i })];
            await context.BulkInsertAsync(sums, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            Assert.Equal(sums.Select(s => (s.A + s.B, s.A * s.B)), sums.Select(s => (s.Total, s.Product)));
            Assert.All(sums, s => Assert.Equal(new(2001, 2, 3), s.Changed));
        }
    }

    [Fact]
    public async Task Values_that_change_with_an_update_are_read_back()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Sum> sums = [.. Enumerable.Range(1, 6).Select(i => new Sum { A = i, B = 1 })];
        await context.BulkInsertAsync(sums, new() { ReadGenerated = false });
        Assert.All(sums, s => Assert.Equal(0, s.Total));
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            foreach (Sum sum in sums)
                (sum.A, sum.Total, sum.Product, sum.Changed) = (sum.A + 10, -1, -1, default);
            await context.BulkUpdateAsync(sums, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            Assert.Equal(sums.Select(s => (s.A + s.B, s.A * s.B)), sums.Select(s => (s.Total, s.Product)));
            Assert.All(sums, s => Assert.True(s.Changed > new DateTime(2020, 1, 1)));
        }

        Assert.Equal(6, await database.CountAsync("SELECT COUNT(*) FROM sums WHERE Total = A + B AND Product = A * B AND Changed > '2020-01-01'"));
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Sum>(entity =>
        {
            entity.ToTable("sums");
            entity.Property(s => s.Total).HasComputedColumnSql("A + B", stored: true);
            entity.Property(s => s.Product).HasComputedColumnSql("A * B", stored: false);
            entity.Property(s => s.Changed).ValueGeneratedOnAddOrUpdate();
        }));
        await database.ExecuteAsync("ALTER TABLE sums MODIFY Changed datetime(6) NOT NULL DEFAULT '2001-02-03' ON UPDATE CURRENT_TIMESTAMP(6)");
        return database;
    }

    private sealed class Sum
    {
        public int Id { get; set; }

        public int A { get; set; }

        public int B { get; set; }

        public int Total { get; set; }

        public int Product { get; set; }

        public DateTime Changed { get; set; }
    }
}
