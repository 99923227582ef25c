using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Tracking;

/// <summary>Undetected changes to tracked rows are detected before the rows are read, as in <c>SaveChanges</c>.</summary>
[BothServers]
public abstract class DetectedChangesTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_update_writes_what_save_changes_would(bool detects)
    {
        await using TestDatabase database = await CreateAsync();
        List<List<string>> stored = [];
        foreach (bool inBulk in (bool[])[false, true])
        {
            await database.ExecuteAsync(
                "DELETE FROM pets", "INSERT INTO pets (Id, Name, OwnerId, HomeId) VALUES (1, 'a', 1, 1), (2, 'b', 1, 1), (3, 'c', 1, 1), (4, 'd', 1, 1)");
            await using ModelContext context = database.Context();
            context.ChangeTracker.AutoDetectChangesEnabled = detects;
            List<Owner> owners = await context.Set<Owner>().Include(o => o.Pets).OrderBy(o => o.Id).ToListAsync(Token);
            List<Home> homes = await context.Set<Home>().OrderBy(h => h.Id).ToListAsync(Token);
            List<Pet> pets = [.. owners[0].Pets.OrderBy(p => p.Id)];
            pets[0].Owner = owners[1];
            pets[1].Home = homes[1];
            owners[0].Pets.Remove(pets[2]);
            owners[1].Pets.Add(pets[2]);
            pets[3].HomeId = 2;
            await (inBulk ? context.BulkUpdateAsync(pets, null, Token) : (Task)context.SaveChangesAsync(Token));
            stored.Add([.. (await database.QueryAsync("SELECT Name, OwnerId, HomeId FROM pets ORDER BY Id")).Select(row => string.Join('|', row))]);
            if (inBulk && detects)
                Assert.Equal(0, await context.SaveChangesAsync(Token));
        }

        if (detects)
            Assert.Equal(stored[0], stored[1]);
        Assert.Equal(detects ? ["a|2|1", "b|1|2", "c|2|1", "d|1|2"] : ["a|1|1", "b|1|1", "c|1|1", "d|1|2"], stored[1]);
    }

    [Fact]
    public async Task An_insert_writes_what_changed_since_the_rows_were_added()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Owner> owners = await context.Set<Owner>().OrderBy(o => o.Id).ToListAsync(Token);
        Pet[] pets = [new() { Name = "a", HomeId = 1 }, new() { Name = "b", HomeId = 1, Owner = owners[0] }, new() { Name = "c", HomeId = 1 }];
        context.AddRange(pets[..2].Cast<object>());
        pets[0].Owner = owners[1];
        pets[1].Owner = null;
        // It is not added: the context learns of it from its owner's collection.
        owners[1].Pets.Add(pets[2]);
        await context.BulkInsertAsync(pets, null, Token);
        Assert.Equal(["a|2", "b|", "c|2"], (await database.QueryAsync("SELECT Name, OwnerId FROM pets ORDER BY Name")).Select(row => string.Join('|', row)));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Owner>().ToTable("owners").HasMany(o => o.Pets).WithOne(p => p.Owner).HasForeignKey("OwnerId").IsRequired(false);
            model.Entity<Home>().ToTable("homes");
            model.Entity<Pet>().ToTable("pets");
        });
        await database.ExecuteAsync("INSERT INTO owners (Id) VALUES (1), (2)", "INSERT INTO homes (Id) VALUES (1), (2)");
        return database;
    }

    private sealed class Owner
    {
        public int Id { get; set; }

        public List<Pet> Pets { get; } = [];
    }

    private sealed class Home
    {
        public int Id { get; set; }
    }

    private sealed class Pet
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Owner? Owner { get; set; }

        public int HomeId { get; set; }

        public Home? Home { get; set; }
    }
}
