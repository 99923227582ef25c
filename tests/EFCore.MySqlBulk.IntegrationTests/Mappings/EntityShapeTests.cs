using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Entities as real models have them: hierarchies, shadow properties, private members, proxies, property bags.</summary>
[BothServers]
public abstract class EntityShapeTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task A_hierarchy_in_one_table_is_stored_changed_and_deleted_in_a_mixed_list()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            List<Animal> animals = [.. Enumerable.Range(0, 30).Select(Animal (i) => (i % 3) switch { 0 => new Animal { Name = $"a{i}" }, 1 => new Dog { Name = $"d{i}", Tricks = i }, _ => new Cat { Name = $"c{i}", Lives = i } })];
            await context.BulkInsertAsync(animals, new() { Strategy = strategy, BatchRows = 4 });
            await AssertStoredAsync(context, animals);
            foreach (Animal animal in animals)
            {
                animal.Name += "'";
                if (animal is Dog dog)
                    dog.Tricks = -dog.Tricks;
            }

            await context.BulkUpdateAsync(animals);
            await AssertStoredAsync(context, animals);
            Assert.Equal(30, (await context.BulkDeleteAsync(animals)).RowsDeleted);
            Assert.Equal(0, await context.Set<Animal>().CountAsync());
        }
    }

    [Fact]
    public async Task A_foreign_key_without_a_property_is_taken_from_the_navigation_or_the_tracked_entry()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Owner> owners = [new() { Name = "one" }, new() { Name = "two" }];
        await context.BulkInsertAsync(owners);
        Pet tracked = new() { Name = "tracked" };
        context.Add(tracked).Property("Nick").CurrentValue = "nick";
        context.Entry(tracked).Property("OwnerId").CurrentValue = owners[0].Id;
        List<Pet> pets = [new() { Name = "by navigation", Owner = owners[1] }, new() { Name = "without" }, tracked];
        await context.BulkInsertAsync(pets);
        Assert.Equal(
            [["by navigation", owners[1].Id, null], ["tracked", owners[0].Id, "nick"], ["without", null, null]],
            await database.QueryAsync("SELECT Name, OwnerId, Nick FROM pets ORDER BY Name"));
    }

    [Fact]
    public async Task Private_members_fields_and_constructors_are_used_as_ef_core_uses_them()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Sealed> rows = [new("a", 1), new("b", 2), new("c", 3)];
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            rows = [new("a", 1), new("b", 2), new("c", 3)];
            await context.BulkInsertAsync(rows, new() { Strategy = strategy });
            Assert.DoesNotContain(rows, row => row.Id == 0);
            Assert.Equal(rows.Select(r => (r.Id, r.Name, r.Secret())), (await context.Set<Sealed>().AsNoTracking().OrderBy(r => r.Id).ToListAsync()).Select(r => (r.Id, r.Name, r.Secret())));
            await context.BulkDeleteAsync(rows);
        }
    }

    [Fact]
    public async Task A_subclass_that_the_model_does_not_know_is_stored_as_the_entity_that_it_extends()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Owner> owners = [new OwnerProxy { Name = "proxy" }, new() { Name = "plain" }];
        await context.BulkInsertAsync(owners);
        owners[0].Name = "changed";
        await context.BulkUpdateAsync(owners);
        Assert.Equal(["changed", "plain"], await context.Set<Owner>().OrderBy(o => o.Id).Select(o => o.Name).ToListAsync());
        Assert.Equal(2, (await context.BulkDeleteAsync(owners)).RowsDeleted);
    }

    [Fact]
    public async Task Property_bags_go_through_their_set()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        DbSet<Dictionary<string, object>> bags = context.Set<Dictionary<string, object>>("Bag");
        List<Dictionary<string, object>> rows = [.. Enumerable.Range(1, 5).Select(i => new Dictionary<string, object> { ["Name"] = $"bag {i}" })];
        await bags.BulkInsertAsync(rows);
        Assert.Equal(5, rows.Select(row => row["Id"]).Distinct().Count());
        foreach (Dictionary<string, object> row in rows)
            row["Name"] = $"changed {row["Id"]}";
        await bags.BulkUpdateAsync(rows);
        Assert.Equal(rows.Select(row => row["Name"]), (await database.QueryAsync("SELECT Name FROM Bag ORDER BY Id")).Select(row => row[0]));
        Assert.Equal(5, (await bags.BulkDeleteAsync(rows)).RowsDeleted);
    }

    [Fact]
    public async Task Guid_keys_are_generated_on_the_client_and_given_ones_kept()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        Guid given = Guid.NewGuid();
        List<Item> items = [new() { Name = "a" }, new() { Id = given, Name = "b" }, new() { Name = "c" }];
        await context.BulkInsertAsync(items);
        Assert.Equal(given, items[1].Id);
        Assert.DoesNotContain(items, item => item.Id == Guid.Empty);
        Dictionary<Guid, string> stored = await context.Set<Item>().ToDictionaryAsync(item => item.Id, item => item.Name);
        Assert.All(items, item => Assert.Equal(item.Name, stored[item.Id]));
    }

    private static async Task AssertStoredAsync(ModelContext context, List<Animal> animals)
    {
        List<Animal> stored = await context.Set<Animal>().AsNoTracking().ToListAsync();
        Assert.Equal(animals.OrderBy(a => a.Id).Select(Shown), stored.OrderBy(a => a.Id).Select(Shown));
    }

    private static string Shown(Animal animal) => $"{animal.Id} {animal.GetType().Name} {animal.Name} {(animal as Dog)?.Tricks} {(animal as Cat)?.Lives}";

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Animal>().ToTable("animals");
        model.Entity<Dog>();
        model.Entity<Cat>();
        model.Entity<Owner>().ToTable("owners");
        model.Entity<Pet>(pet =>
        {
            pet.ToTable("pets").HasOne(p => p.Owner).WithMany().HasForeignKey("OwnerId");
            pet.Property<string?>("Nick");
        });
        model.Entity<Sealed>().ToTable("sealed").Property<int>("_secret");
        model.SharedTypeEntity<Dictionary<string, object>>("Bag", bag =>
        {
            bag.ToTable("Bag");
            bag.Property<int>("Id");
            bag.Property<string>("Name");
        });
        model.Entity<Item>().ToTable("items");
    });

    private class Animal
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Dog : Animal
    {
        public int Tricks { get; set; }
    }

    private sealed class Cat : Animal
    {
        public int? Lives { get; set; }
    }

    private class Owner
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class OwnerProxy : Owner;

    private sealed class Pet
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Owner? Owner { get; set; }
    }

    private sealed class Sealed
    {
        private readonly int _secret;

        public Sealed(string name, int secret) => (Name, _secret) = (name, secret);

        private Sealed()
        {
        }

        public int Id { get; private set; }

        public string Name { get; private set; } = "";

        public int Secret() => _secret;
    }

    private sealed class Item
    {
        public Guid Id { get; set; }

        public string Name { get; set; } = "";
    }
}
