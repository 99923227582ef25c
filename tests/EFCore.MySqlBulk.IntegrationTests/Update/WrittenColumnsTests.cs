using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.ChangeTracking;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>Which columns an update writes: all but some, or only what is modified, as SaveChanges does. What others have changed in the meantime stays.</summary>
[BothServers]
public abstract class WrittenColumnsTests(Servers servers, ServerKind kind)
{
    private const int Rows = 120;

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task Only_what_is_modified_is_written_as_by_SaveChanges(bool isAsync, bool isStream)
    {
        await using TestDatabase saved = await CreateAsync();
        await using TestDatabase sent = await CreateAsync();
        foreach (BulkStrategy? strategy in EveryStrategy.Updates(kind).Select(each => (BulkStrategy?)each).Append(null))
        {
            await FillAsync(saved);
            await FillAsync(sent);
            await using ModelContext saving = saved.Context();
            await using ModelContext context = sent.Context();
            List<Item> theirs = await ChangeAsync(saved, saving);
            List<Item> mine = await ChangeAsync(sent, context);
            int modified = context.ChangeTracker.Entries<Item>().Count(entry => entry.State == EntityState.Modified);
            Assert.InRange(modified, 1, Rows - 1);

            await saving.SaveChangesAsync(Token);
            BulkResult done = await context.UpdateAsync(
                isAsync, isStream ? mine.Select(item => item) : mine, new() { OnlyModified = true, Strategy = strategy, BatchRows = strategy is { } forced ? EveryStrategy.BatchRows(forced) : null });

            Assert.Equal(modified, done.RowsUpdated);
            Assert.Equal(await StoredAsync(saved), await StoredAsync(sent));
            Assert.Equal(Seen(saving), Seen(context));
            Assert.Equal(0, await context.SaveChangesAsync(Token));
        }
    }

    [Fact]
    public async Task A_selection_and_modification_go_together_and_what_is_not_sent_is_not_touched()
    {
        await using TestDatabase database = await CreateAsync();
        await FillAsync(database);
        await using ModelContext context = database.Context();
        List<Item> items = await context.Set<Item>().OrderBy(item => item.Id).Take(3).ToListAsync(Token);
        (items[0].Name, items[0].Size) = ("mine", 77);
        items[1].Size = 78;

        BulkResult done = await context.BulkUpdateAsync(items, new() { OnlyModified = true, Except = item => item.Size }, Token);
        Assert.Equal(1, done.RowsUpdated);
        Assert.Equal(["mine|0", "item 1|1", "item 2|2"], await NamesAsync());
        Assert.Equal([EntityState.Modified, EntityState.Modified, EntityState.Unchanged], items.Select(item => context.Entry(item).State));
        Assert.Equal((false, true), (context.Entry(items[0]).Property(item => item.Name).IsModified, context.Entry(items[0]).Property(item => item.Size).IsModified));

        done = await context.BulkUpdateAsync(items, new() { OnlyModified = true, Update = item => item.Size }, Token);
        Assert.Equal(2, done.RowsUpdated);
        Assert.Equal(["mine|77", "item 1|78", "item 2|2"], await NamesAsync());
        Assert.All(items, item => Assert.Equal(EntityState.Unchanged, context.Entry(item).State));

        done = await context.BulkUpdateAsync(items, new() { OnlyModified = true }, Token);
        Assert.Equal((0, BulkStrategy.None, "no row is modified"), (done.RowsUpdated, done.Strategy, done.Reason));
        Assert.Equal("no rows, nothing sent", done.ToString());

        // An explanation has no rows that are not sent either.
        items[2].Name = "third";
        BulkExplanation explained = context.ExplainBulkUpdate(items, new() { OnlyModified = true });
        Assert.Equal((1, "Id|Version|Name"), (explained.RowCount, string.Join('|', explained.Columns)));

        async Task<List<string>> NamesAsync() => [.. (await database.QueryAsync("SELECT Name, Size FROM items ORDER BY Id LIMIT 3")).Select(row => string.Join('|', row))];
    }

    [Fact]
    public async Task Sixty_four_properties_are_told_apart()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.SharedTypeEntity<Dictionary<string, object>>("Wide", wide =>
        {
            wide.ToTable("wide").IndexerProperty<int>("Id").ValueGeneratedNever();
            foreach (int i in Enumerable.Range(0, 64))
                wide.IndexerProperty<int>($"V{i}");
        }));
        await using ModelContext context = database.Context();
        DbSet<Dictionary<string, object>> set = context.Set<Dictionary<string, object>>("Wide");
        foreach (int id in Enumerable.Range(0, 64))
            set.Add(Enumerable.Range(0, 64).ToDictionary(i => $"V{i}", _ => (object)0).Append(new("Id", id)).ToDictionary());
        await context.SaveChangesAsync(Token);
        await database.ExecuteAsync($"UPDATE wide SET {string.Join(", ", Enumerable.Range(0, 64).Select(i => $"V{i} = -1"))}");
        List<Dictionary<string, object>> rows = [.. set.Local.OrderBy(row => (int)row["Id"])];
        foreach ((int id, Dictionary<string, object> row) in rows.Index())
            (row[$"V{id}"], row[$"V{63 - id}"]) = (1, 1);
        Assert.Equal(64, (await set.BulkUpdateAsync(rows, new() { OnlyModified = true }, Token)).RowsUpdated);
        List<object?[]> stored = await database.QueryAsync($"SELECT {string.Join(", ", Enumerable.Range(0, 64).Select(i => $"V{i}"))} FROM wide ORDER BY Id");
        foreach ((int id, object?[] row) in stored.Index())
            Assert.Equal(Enumerable.Range(0, 64).Select(i => i == id || i == 63 - id ? 1 : -1), row.Select(value => (int)value!));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_that_is_not_stored_or_not_tracked_is_refused_with_its_position(bool isStream)
    {
        await using TestDatabase database = await CreateAsync();
        await FillAsync(database);
        await using ModelContext context = database.Context();
        List<Item> items = await context.Set<Item>().OrderBy(item => item.Id).ToListAsync(Token);
        items[10].Name = "mine";
        Item added = new() { Name = "new" };
        context.Add(added);
        foreach ((Item row, string state) in new[] { (new Item { Id = 5 }, "not tracked by the context"), (added, "tracked as Added") })
        {
            List<Item> rows = [.. items, row];
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
                () => context.BulkUpdateAsync(isStream ? rows.Select(each => each) : rows, new() { OnlyModified = true }, Token));
            Assert.Equal((Rows, BulkOutcome.Nothing), (refused.RowIndex, refused.Outcome));
            Assert.Equal($"OnlyModified writes the modified properties of stored entities, but row {Rows} is {state}. Load it with the context, or leave OnlyModified out.", refused.Message);
            Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM items WHERE Name = 'mine'"));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_at_fault_keeps_its_position_among_those_given(bool isStream)
    {
        await using TestDatabase database = await CreateAsync();
        await FillAsync(database);
        await using ModelContext context = database.Context();
        List<Item> items = await context.Set<Item>().OrderBy(item => item.Id).ToListAsync(Token);
        foreach (int i in (int[])[20, 30, 40])
            items[i].Name = $"mine {i}";
        await database.ExecuteAsync($"UPDATE items SET Version = 99 WHERE Id = {items[30].Id}");

        BulkConcurrencyException changed = await Assert.ThrowsAsync<BulkConcurrencyException>(
            () => context.BulkUpdateAsync(isStream ? items.Select(item => item) : items, new() { OnlyModified = true }, Token));

        Assert.Equal([30], changed.RowIndexes);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM items WHERE Name LIKE 'mine%'"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_hook_runs_only_for_what_is_modified_and_what_it_sets_is_written(bool isStream)
    {
        await using TestDatabase database = await CreateAsync();
        await FillAsync(database);
        await using ModelContext context = database.Context(o => o.UseMySqlBulk(b => b.BeforeUpdate<Item>((item, _) => item.Note = "stamped")));
        List<Item> items = await context.Set<Item>().OrderBy(item => item.Id).ToListAsync(Token);
        items[7].Name = "mine";
        Assert.Equal(1, (await context.BulkUpdateAsync(isStream ? items.Select(item => item) : items, new() { OnlyModified = true }, Token)).RowsUpdated);
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM items WHERE Name = 'mine' AND Note = 'stamped'"));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM items WHERE Note = 'stamped'"));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task All_but_some_properties_are_written(bool isTracked)
    {
        await using TestDatabase database = await CreateAsync();
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            await FillAsync(database);
            await using ModelContext context = database.Context();
            List<Item> items = await (isTracked ? context.Set<Item>() : context.Set<Item>().AsNoTracking()).OrderBy(item => item.Id).ToListAsync(Token);
            foreach (Item item in items)
                (item.Name, item.Note, item.Size, item.Place.City, item.Place.Zip) = ("mine", "mine", -1, "mine", "mine");
            await context.BulkUpdateAsync(items, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy), Except = item => new { item.Note, item.Place.Zip } }, Token);
            Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM items WHERE Name = 'mine' AND Size = -1 AND Place_City = 'mine' AND Note = 'note' AND Place_Zip = 'zip'"));
            await context.BulkUpdateAsync(items, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy), Except = item => item.Place }, Token);
            Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM items WHERE Note = 'mine' AND Place_City = 'mine' AND Place_Zip = 'zip'"));
            if (isTracked)
                Assert.All(context.ChangeTracker.Entries<Item>(), entry => Assert.Equal(EntityState.Modified, entry.State));
        }
    }

    [Fact]
    public async Task A_selection_holds_for_parts_in_several_tables()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            model.Entity<Owner>().ToTable("owners").Property(owner => owner.Id).ValueGeneratedNever();
            model.Entity<Item>().UseTptMappingStrategy().ToTable("items").ComplexProperty(item => item.Place);
            model.Entity<Tool>().ToTable("tools");
        });
        List<Item> items = await FillAsync(database);
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        foreach (Item item in items)
            (item.Name, item.Note, item.Size, item.Place.City, item.Place.Zip) = ("mine", "mine", -1, "mine", "mine");
        await context.BulkUpdateAsync(items, new() { Update = item => new { item.Name, item.Place.City } }, Token);
        Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM items WHERE Name = 'mine' AND Note = 'note' AND Size <> -1 AND Place_City = 'mine' AND Place_Zip = 'zip'"));
        await context.BulkUpdateAsync(items, new() { Except = item => new { item.Size, item.Place } }, Token);
        Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM items WHERE Name = 'mine' AND Note = 'mine' AND Size <> -1 AND Place_Zip = 'zip'"));
        InvalidOperationException key = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkUpdateAsync(items, new() { Update = item => item.Id }, Token));
        Assert.Contains("part of the key", key.Message, StringComparison.Ordinal);
    }

    // Loads all items, changes some properties of some of them, and other columns in the database.
    private static async Task<List<Item>> ChangeAsync(TestDatabase database, ModelContext context)
    {
        List<Item> items = await context.Set<Item>().OrderBy(item => item.Id).ToListAsync(Token);
        List<Owner> owners = await context.Set<Owner>().OrderBy(owner => owner.Id).ToListAsync(Token);
        Random random = new(7);
        List<string> others = [];
        foreach (Item item in items)
        {
            int what = random.Next(3) == 0 ? 0 : random.Next(256);
            if ((what & 1) != 0)
                item.Name += "!";
            if ((what & 2) != 0)
                item.Note = null;
            if ((what & 4) != 0)
                item.Size *= 2;
            if ((what & 8) != 0)
                item.Place.City = "mine";
            if ((what & 16) != 0)
                item.Owner = owners[1];
            if ((what & 32) != 0)
                context.Entry(item).Property("Hidden").CurrentValue = "mine";
            if ((what & 64) != 0 && item is Tool tool)
                tool.Weight = 5;
            if ((what & 128) != 0)
                item.Version++;
            others.Add($"UPDATE items SET {((what & 1) == 0 ? "Name" : "Place_Zip")} = 'theirs', {((what & 32) == 0 ? "Hidden" : "Place_Zip")} = 'theirs' WHERE Id = {item.Id}");
        }

        await database.ExecuteAsync([.. others]);
        context.ChangeTracker.DetectChanges();
        return items;
    }

    // Everything that the trackers know, in the order of the keys.
    private static List<string> Seen(ModelContext context) =>
    [
        .. context.ChangeTracker.Entries<Item>().OrderBy(entry => entry.Entity.Id).Select(entry =>
            $"{entry.State} {string.Join(' ', entry.Metadata.GetFlattenedProperties().Where(property => property.Name != "Id").Select(property => Text(entry.Property(property))))}"),
    ];

    private static string Text(PropertyEntry property) => $"{property.Metadata.Name}={property.CurrentValue}/{property.OriginalValue}/{property.IsModified}";

    private static async Task<List<string>> StoredAsync(TestDatabase database) =>
    [
        .. (await database.QueryAsync("SELECT HEX(Name), HEX(Note), Size, HEX(Place_City), HEX(Place_Zip), OwnerId, HEX(Hidden), Weight, Version, Doubled FROM items ORDER BY Id"))
            .Select(row => string.Join('|', row)),
    ];

    private static async Task<List<Item>> FillAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        await database.ExecuteAsync("DELETE FROM items", "DELETE FROM owners", "INSERT INTO owners (Id) VALUES (1), (2)");
        List<Item> items = [.. Enumerable.Range(0, Rows).Select(Item (i) =>
        {
            Item item = i % 3 == 0 ? new Tool { Weight = i } : new Item();
            (item.Id, item.Name, item.Note, item.Size, item.Place, item.OwnerId) = (i + 1, $"item {i}", "note", i, new() { City = "city", Zip = "zip" }, 1);
            return item;
        })];
        context.AddRange(items);
        await context.SaveChangesAsync(Token);
        return items;
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Owner>().ToTable("owners").Property(owner => owner.Id).ValueGeneratedNever();
        model.Entity<Item>(item =>
        {
            item.ToTable("items").ComplexProperty(i => i.Place);
            item.Property<string>("Hidden").HasDefaultValue("hidden");
            item.Property(i => i.Version).IsConcurrencyToken();
            item.Property<long>("Doubled").HasComputedColumnSql("Size * 2", stored: true);
            item.HasOne(i => i.Owner).WithMany().HasForeignKey(i => i.OwnerId);
        });
        model.Entity<Tool>();
    });

    private sealed class Owner
    {
        public int Id { get; set; }
    }

    private class Item
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";

        public string? Note { get; set; }

        public int Size { get; set; }

        public int Version { get; set; }

        public Place Place { get; set; } = new();

        public int? OwnerId { get; set; }

        public Owner? Owner { get; set; }
    }

    private sealed class Tool : Item
    {
        public int Weight { get; set; }
    }

    private sealed class Place
    {
        public string City { get; set; } = "";

        public string Zip { get; set; } = "";
    }
}
