using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Every part of a key counts, and nothing but the key is needed to delete.</summary>
[BothServers]
public abstract class CompositeKeyTests(Servers servers, ServerKind kind)
{
    private static readonly Guid Shop = new("00112233-4455-6677-8899-aabbccddeeff");

    [Fact]
    public async Task Only_the_row_with_all_parts_of_the_key_is_changed_and_deleted()
    {
        await using TestDatabase database = await CreateAsync();
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            await using ModelContext context = await FillAsync(database);
            await context.BulkUpdateAsync([new Place { X = 1, Y = 1, Name = "changed" }], new() { Strategy = strategy });
            Assert.Equal(["changed", "1-2", "2-1"], await NamesAsync(database));
        }

        foreach (BulkStrategy strategy in EveryStrategy.Deletes(kind))
        {
            await using ModelContext context = await FillAsync(database);
            await context.BulkDeleteAsync([new Place { X = 1, Y = 1 }], new() { Strategy = strategy });
            Assert.Equal(["1-2", "2-1"], await NamesAsync(database));
            await context.Set<Place>().BulkDeleteByKeyAsync([(1, 2), (2, 1)], new BulkDeleteOptions { Strategy = strategy, BatchRows = 2 });
            Assert.Empty(await NamesAsync(database));
        }
    }

    [Fact]
    public async Task A_guid_and_a_text_make_a_key()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Line> lines = [new() { Shop = Shop, Sku = "it's", Quantity = 1 }, new() { Shop = Shop, Sku = "b\\", Quantity = 2 }, new() { Shop = Guid.Empty, Sku = "it's", Quantity = 3 }];
        foreach (BulkStrategy strategy in EveryStrategy.Deletes(kind))
        {
            await context.BulkInsertAsync(lines);
            lines[0].Quantity += 10;
            await context.BulkUpdateAsync(lines.Take(1).ToList(), new() { Strategy = strategy == BulkStrategy.KeyList ? null : strategy });
            Assert.Equal(lines[0].Quantity, await database.CountAsync("SELECT qty FROM `lines` WHERE item = 'it''s' AND shop <> '00000000-0000-0000-0000-000000000000'"));
            Assert.Equal(2, (await context.Set<Line>().BulkDeleteByKeyAsync(lines.Take(2).Select(l => (l.Shop, l.Sku)).ToList(), new() { Strategy = strategy })).RowsDeleted);
            Assert.Equal(3, await database.CountAsync("SELECT qty FROM `lines`"));
            await context.BulkDeleteAsync(lines.Skip(2).ToList(), new() { Strategy = strategy });
        }
    }

    [Fact]
    public async Task A_set_deletes_by_int_keys_of_a_long_column()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Tag> tags = [.. Enumerable.Range(1, 20).Select(i => new Tag { Name = $"{i}", Code = $"c{i}" })];
        await context.BulkInsertAsync(tags);
        int[] keys = [.. tags.Take(15).Select(t => (int)t.Id)];
        Assert.Equal(15, (await context.Set<Tag>().BulkDeleteByKeyAsync(keys)).RowsDeleted);
        Assert.Equal(5, await context.Set<Tag>().CountAsync());
    }

    [Fact]
    public async Task A_delete_needs_only_the_key_whatever_else_is_unique_or_required()
    {
        await using TestDatabase database = await CreateAsync();
        foreach (BulkStrategy strategy in EveryStrategy.Deletes(kind))
        {
            await using ModelContext context = database.Context();
            List<Tag> tags = [.. Enumerable.Range(1, 10).Select(i => new Tag { Name = $"{i}", Code = $"c{i}" })];
            await context.BulkInsertAsync(tags);
            List<Tag> keysOnly = [.. tags.Select(t => new Tag { Id = t.Id, Name = null!, Code = null! })];
            Assert.Equal(10, (await context.BulkDeleteAsync(keysOnly, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) })).RowsDeleted);
            Assert.Equal(0, await context.Set<Tag>().CountAsync());
        }
    }

    private static async Task<ModelContext> FillAsync(TestDatabase database)
    {
        await database.ExecuteAsync("DELETE FROM places");
        ModelContext context = database.Context();
        await context.BulkInsertAsync([new Place { X = 1, Y = 1, Name = "1-1" }, new() { X = 1, Y = 2, Name = "1-2" }, new() { X = 2, Y = 1, Name = "2-1" }]);
        return context;
    }

    private static async Task<List<string>> NamesAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT Name FROM places ORDER BY kx, ky")).Select(row => (string)row[0]!)];

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Place>().ToTable("places").HasKey(p => new { p.X, p.Y });
        model.Entity<Place>().Property(p => p.X).HasColumnName("kx");
        model.Entity<Place>().Property(p => p.Y).HasColumnName("ky");
        model.Entity<Line>().ToTable("lines").HasKey(l => new { l.Shop, l.Sku });
        model.Entity<Line>().Property(l => l.Sku).HasMaxLength(50).HasColumnName("item");
        model.Entity<Line>().Property(l => l.Quantity).HasColumnName("qty");
        model.Entity<Tag>().ToTable("tags").HasIndex(t => t.Name).IsUnique();
        model.Entity<Tag>().HasIndex(t => t.Code).IsUnique();
    });

    private sealed class Place
    {
        public int X { get; set; }

        public long Y { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Line
    {
        public Guid Shop { get; set; }

        public string Sku { get; set; } = "";

        public int Quantity { get; set; }
    }

    private sealed class Tag
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";

        public string Code { get; set; } = "";
    }
}
