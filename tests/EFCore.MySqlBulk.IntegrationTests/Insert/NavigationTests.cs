using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Insert;

/// <summary>Foreign keys come from navigations if these are set, as with <c>SaveChanges</c>.</summary>
[BothServers]
public abstract class NavigationTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task An_insert_takes_foreign_keys_from_navigations_as_save_changes_does()
    {
        await using TestDatabase database = await CreateAsync();
        List<string> saved = await StoredAsync(database, (context, pets) =>
        {
            context.AddRange(pets);
            return context.SaveChangesAsync(Token);
        });
        Assert.Equal(["a|1|1|7", "b|2||7", "c|2|2|8", "d|2|1|8", "e|1||7"], saved[..5]);
        foreach (BulkStrategy strategy in (BulkStrategy[])[BulkStrategy.RowByRow, BulkStrategy.MultiRowValues])
            Assert.Equal(saved, await StoredAsync(database, (context, pets) => context.BulkInsertAsync(pets, new() { Strategy = strategy, ReadGenerated = true }, Token)));
        Assert.Equal(saved, await StoredAsync(database, (context, pets) =>
        {
            context.AddRange(pets);
            return context.BulkInsertAsync(pets, new() { ReadGenerated = true }, Token);
        }));
    }

    [Fact]
    public async Task An_update_takes_foreign_keys_from_navigations_as_save_changes_does()
    {
        await using TestDatabase database = await CreateAsync();
        List<List<string>> stored = [];
        foreach (bool inBulk in (bool[])[false, true])
        {
            await database.ExecuteAsync(
                "DELETE FROM pets", "INSERT INTO pets (Id, Name, HomeId, OwnerId, KeeperId) VALUES (1, 'a', 1, 1, 7), (2, 'b', 1, 1, 7), (3, 'c', 1, 1, 7)");
            await using ModelContext context = database.Context();
            List<Owner> owners = await context.Set<Owner>().OrderBy(o => o.Id).ToListAsync(Token);
            List<Pet> pets = await context.Set<Pet>().AsNoTracking().OrderBy(p => p.Id).ToListAsync(Token);
            (pets[0].Owner, pets[1].OwnerId, pets[2].OwnerId, pets[2].Owner) = (owners[1], 2, 1, owners[1]);
            if (inBulk)
            {
                await context.BulkUpdateAsync(pets, null, Token);
            }
            else
            {
                context.UpdateRange(pets);
                await context.SaveChangesAsync(Token);
            }

            stored.Add([.. (await database.QueryAsync("SELECT Name, HomeId, OwnerId, KeeperId FROM pets ORDER BY Id")).Select(row => string.Join('|', row)), .. pets.Select(Shown)]);
        }

        Assert.Equal(stored[0], stored[1]);
        Assert.Equal(["a|1|2|7", "b|1|2|7", "c|1|2|7"], stored[1][..3]);
    }

    [Fact]
    public async Task A_key_shared_with_the_principal_is_the_principals()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Item> items = [.. Enumerable.Range(0, 4).Select(i => new Item { Name = $"item {i}" })];
        await context.BulkInsertAsync(items, null, Token);
        List<Detail> details = [.. items.Select(item => new Detail { Item = item, Text = item.Name })];
        await context.BulkInsertAsync(details, null, Token);
        Assert.DoesNotContain(items, item => item.Id == Guid.Empty);
        Assert.Equal(items.Select(item => item.Id), details.Select(detail => detail.ItemId));
        Assert.Equal(4, await database.CountAsync("SELECT COUNT(*) FROM details d JOIN items i ON i.Id = d.ItemId AND i.Name = d.Text"));

        List<Note> notes = [.. details.Select(detail => new Note { Detail = detail, Text = detail.Text })];
        await context.BulkInsertAsync(notes, null, Token);
        Assert.Equal(4, await database.CountAsync("SELECT COUNT(*) FROM notes n JOIN items i ON i.Id = n.DetailId AND i.Name = n.Text"));
    }

    [Fact]
    public async Task A_principal_without_a_key_is_refused_and_nothing_stored()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        Owner tracked = context.Add(new Owner()).Entity;
        Owner stored = await context.Set<Owner>().FirstAsync(Token);
        const string Refusal = "Row 1: 'Pet.Owner' refers to an entity whose key is not known yet. Store the rows of 'Owner' first.";
        foreach (Owner unknown in (Owner[])[new Owner(), tracked])
        {
            Pet[] pets = [new() { Name = "a", HomeId = 1, Owner = stored }, new() { Name = "b", HomeId = 1, Owner = unknown }];
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(pets, null, Token));
            Assert.Equal((Refusal, 1), (refused.Message, refused.RowIndex));
        }

        Pet[] added = [new() { Name = "c", HomeId = 1 }, new() { Name = "d", HomeId = 1, Owner = tracked }];
        context.AddRange(added);
        Assert.Equal(Refusal, (await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(added, null, Token))).Message);
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM pets"));

        BulkOperationException guid = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync([new Detail { Item = new() }], null, Token));
        Assert.StartsWith("Row 0: 'Detail.Item' refers to an entity", guid.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_shadow_key_of_a_tracked_principal_is_taken_from_its_entry()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        Hidden[] principals = [new() { Name = "one" }, new() { Name = "two" }];
        context.AddRange(principals.Cast<object>());
        await context.SaveChangesAsync(Token);
        await context.BulkInsertAsync(new Seeker[] { new() { Name = "two", Hidden = principals[1] }, new() { Name = "one", Hidden = principals[0] }, new() { Name = "none" } }, null, Token);
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM seekers s JOIN hidden h ON h.Key = s.HiddenKey AND h.Name = s.Name"));
        Assert.Equal(3, context.ChangeTracker.Entries().Count() + 1);
    }

    private static async Task<List<string>> StoredAsync(TestDatabase database, Func<ModelContext, Pet[], Task> insert)
    {
        await database.ExecuteAsync("DELETE FROM pets");
        await using ModelContext context = database.Context();
        List<Owner> owners = await context.Set<Owner>().OrderBy(o => o.Id).ToListAsync(Token);
        List<Home> homes = await context.Set<Home>().OrderBy(h => h.Id).ToListAsync(Token);
        Pet[] pets =
        [
            new() { Name = "a", Home = homes[0], Owner = owners[0] },
            new() { Name = "b", Home = homes[1], Keeper = homes[2] },
            new() { Name = "c", HomeId = 1, Home = homes[1], OwnerId = 2, KeeperId = 8 },
            new() { Name = "d", Home = homes[1], OwnerId = 2, Owner = owners[0], KeeperId = 8 },
            new() { Name = "e", HomeId = 1 },
        ];
        await insert(context, pets);
        List<object?[]> rows = await database.QueryAsync("SELECT Name, HomeId, OwnerId, KeeperId FROM pets ORDER BY Name");
        return [.. rows.Select(row => string.Join('|', row)), .. pets.Select(Shown)];
    }

    private static string Shown(Pet pet) => $"{pet.Name}|{pet.HomeId}|{pet.OwnerId}|{pet.KeeperId}";

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Owner>().ToTable("owners");
            model.Entity<Home>().ToTable("homes");
            model.Entity<Pet>(pet =>
            {
                pet.ToTable("pets");
                pet.HasOne(p => p.Home).WithMany().HasForeignKey(p => p.HomeId).IsRequired();
                pet.HasOne(p => p.Owner).WithMany().HasForeignKey(p => p.OwnerId);
                pet.HasOne(p => p.Keeper).WithMany().HasForeignKey(p => p.KeeperId).IsRequired();
                pet.Property(p => p.KeeperId).HasDefaultValue(7);
            });
            model.Entity<Item>().ToTable("items");
            model.Entity<Detail>(detail =>
            {
                detail.ToTable("details").HasKey(d => d.ItemId);
                detail.HasOne(d => d.Item).WithOne().HasForeignKey<Detail>(d => d.ItemId);
            });
            model.Entity<Note>(note =>
            {
                note.ToTable("notes").HasKey(d => d.DetailId);
                note.HasOne(d => d.Detail).WithOne().HasForeignKey<Note>(d => d.DetailId);
            });
            model.Entity<Hidden>(hidden =>
            {
                hidden.ToTable("hidden").Property<int>("Key");
                hidden.HasKey("Key");
            });
            model.Entity<Seeker>().ToTable("seekers").HasOne(s => s.Hidden).WithMany().HasForeignKey("HiddenKey");
        });
        await database.ExecuteAsync("INSERT INTO owners (Id) VALUES (1), (2)", "INSERT INTO homes (Id) VALUES (1), (2), (7), (8)");
        return database;
    }

    private sealed class Owner
    {
        public int Id { get; set; }
    }

    private sealed class Home
    {
        public int Id { get; set; }
    }

    private sealed class Pet
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int HomeId { get; set; }

        public Home Home { get; set; } = null!;

        public int? OwnerId { get; set; }

        public Owner? Owner { get; set; }

        public int KeeperId { get; set; }

        public Home? Keeper { get; set; }
    }

    private sealed class Item
    {
        public Guid Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Detail
    {
        public Guid ItemId { get; set; }

        public Item Item { get; set; } = null!;

        public string Text { get; set; } = "";
    }

    private sealed class Note
    {
        public Guid DetailId { get; set; }

        public Detail Detail { get; set; } = null!;

        public string Text { get; set; } = "";
    }

    private sealed class Hidden
    {
        public string Name { get; set; } = "";
    }

    private sealed class Seeker
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Hidden? Hidden { get; set; }
    }
}
