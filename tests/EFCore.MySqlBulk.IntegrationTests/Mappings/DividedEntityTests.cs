using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Entities that are several rows are stored, changed and deleted as <c>SaveChanges</c> does it.</summary>
[BothServers]
public abstract class DividedEntityTests(Servers servers, ServerKind kind)
{
    private const int Rows = 40;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public Task A_table_per_type(bool isAsync) => SameAsync(
        isAsync,
        model =>
        {
            model.Entity<Animal>().UseTptMappingStrategy().ToTable("animals");
            model.Entity<Cat>().ToTable("cats");
        },
        i => i % 4 == 3 ? new Animal { Name = $"a{i}" } : new Cat { Name = $"c{i}", Lives = i },
        animal => animal.Name += "!");

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public Task An_owned_entity_and_a_collection_of_them(bool isAsync) => SameAsync(
        isAsync,
        model => model.Entity<Shop>(shop =>
        {
            shop.ToTable("shops").OwnsOne(s => s.Address, address => address.OwnsOne(a => a.Land));
            shop.OwnsMany(s => s.Doors, door => door.ToTable("doors"));
        }),
        i => new Shop
        {
            Name = $"s{i}",
            Address = i % 5 == 0 ? null : new() { Street = $"street {i}", Land = i % 3 == 0 ? null : new() { Code = "de" } },
            Doors = [.. Enumerable.Range(0, i % 3).Select(j => new Door { Colour = $"{j}" })],
        },
        shop =>
        {
            shop.Name += "!";
            if (shop.Doors.Count > 1)
                shop.Doors.RemoveAt(0);
            else
                shop.Doors.Add(new() { Colour = "new" });
        });

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public Task An_entity_that_is_split_over_two_tables(bool isAsync) => SameAsync(
        isAsync,
        model => model.Entity<Cat>().ToTable("cats").SplitToTable("names", table => table.Property(c => c.Name)),
        i => new Cat { Name = $"a{i}", Lives = i }, cat => cat.Name += "!");

    [Fact]
    public async Task A_row_that_is_refused_is_named()
    {
        await using TestDatabase database = await CreateAsync(Unique);
        await using ModelContext context = database.Context();
        List<Animal> rows = [.. Enumerable.Range(0, Rows).Select(i => new Cat { Name = i == 17 ? "c3" : $"c{i}" })];
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(rows, cancellationToken: Token));
        Assert.Equal((17, 1062), (refused.RowIndex, refused.ErrorNumber));
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM animals"));
        Assert.Empty(context.ChangeTracker.Entries());

        await context.BulkInsertAsync(rows.Where((_, i) => i != 17).ToList(), cancellationToken: Token);
        await database.ExecuteAsync("DELETE FROM cats WHERE Id IN (SELECT Id FROM animals WHERE Name = 'c5')", "DELETE FROM animals WHERE Name = 'c5'");
        rows.RemoveAt(17);
        BulkConcurrencyException missed = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.BulkDeleteAsync(rows, cancellationToken: Token));
        Assert.Equal([5], missed.RowIndexes);

        static void Unique(ModelBuilder model)
        {
            model.Entity<Animal>(animal =>
            {
                animal.UseTptMappingStrategy().ToTable("animals").Property(a => a.Name).HasMaxLength(20);
                animal.HasIndex(a => a.Name).IsUnique();
            });
            model.Entity<Cat>().ToTable("cats");
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Tracked_entities_are_accepted(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync(Model);
        await using ModelContext context = database.Context();
        List<Animal> animals = [.. Enumerable.Range(0, Rows).Select(i => i % 4 == 3 ? new Animal { Name = $"a{i}" } : new Cat { Name = $"c{i}", Lives = i })];
        context.AddRange(animals);
        await context.InsertAsync(isAsync, animals);
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal((EntityState.Unchanged, ((Animal)entry.Entity).Id), (entry.State, (int)entry.Property("Id").CurrentValue!)));
        Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(DISTINCT Id) FROM animals"));

        animals.ForEach(animal => animal.Name += "!");
        await context.UpdateAsync(isAsync, animals);
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
        Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM animals WHERE Name LIKE '%!'"));

        await context.DeleteAsync(isAsync, animals);
        Assert.Empty(context.ChangeTracker.Entries());
        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM animals"));

        static void Model(ModelBuilder model)
        {
            model.Entity<Animal>().UseTptMappingStrategy().ToTable("animals");
            model.Entity<Cat>().ToTable("cats");
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Only_what_is_modified_of_each_part_is_written(bool isAsync)
    {
        await using TestDatabase saved = await CreateAsync(Model);
        await using TestDatabase sent = await CreateAsync(Model);
        foreach (TestDatabase database in (TestDatabase[])[saved, sent])
        {
            await using ModelContext filling = database.Context();
            await filling.InsertAsync(isAsync, Enumerable.Range(0, Rows).Select(i => new Cat { Name = $"c{i}", Lives = i }).ToList());
        }

        await using ModelContext saving = saved.Context();
        await using ModelContext context = sent.Context();
        List<Cat> theirs = await ChangedAsync(saving);
        List<Cat> mine = await ChangedAsync(context);
        foreach (TestDatabase database in (TestDatabase[])[saved, sent])
            await database.ExecuteAsync("UPDATE animals SET Name = 'other' WHERE Id % 4 IN (0, 2)", "UPDATE cats SET Lives = -1 WHERE Id % 4 IN (0, 1)");
        int changed = theirs.Count(cat => saving.Entry(cat).State == EntityState.Modified);
        await saving.SaveChangesAsync(Token);
        BulkResult done = await context.UpdateAsync(isAsync, mine, new() { OnlyModified = true });

        Assert.Equal(changed, done.RowsUpdated);
        await EqualAsync(saved, sent, ["animals", "cats"]);
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));

        static void Model(ModelBuilder model)
        {
            model.Entity<Animal>().UseTptMappingStrategy().ToTable("animals");
            model.Entity<Cat>().ToTable("cats");
        }

        static async Task<List<Cat>> ChangedAsync(ModelContext context)
        {
            List<Cat> cats = await context.Set<Cat>().ToListAsync(Token);
            foreach (Cat cat in cats)
            {
                if ((cat.Id & 1) != 0)
                    cat.Name += "!";
                if ((cat.Id & 2) != 0)
                    cat.Lives += 100;
            }

            return cats;
        }
    }

    private async Task SameAsync<T>(bool isAsync, Action<ModelBuilder> model, Func<int, T> make, Action<T> change)
        where T : class
        => await new MappedAlike<T>(await servers.OfAsync(kind), model, make, (row, _) => change(row)) { Rows = Rows }.ChosenStrategyAsync(isAsync);

    private static async Task EqualAsync(TestDatabase saved, TestDatabase sent, string[] tables)
    {
        foreach (string table in tables)
        {
            List<string> expected = await RowsAsync(saved, table);
            Assert.NotEmpty(expected);
            Assert.Equal(expected, await RowsAsync(sent, table));
        }
    }

    private static async Task<List<string>> RowsAsync(TestDatabase database, string table)
        => [.. (await database.QueryAsync($"SELECT * FROM `{table}`")).Select(row => string.Join('|', row.Select(value => value ?? "NULL"))).Order(StringComparer.Ordinal)];

    private async Task<TestDatabase> CreateAsync(Action<ModelBuilder> model) => await servers.OfAsync(kind).CreateAsync(model);

    private sealed class Shop
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Address? Address { get; set; }

        public List<Door> Doors { get; set; } = [];
    }

    private sealed class Address
    {
        public string Street { get; set; } = "";

        public Land? Land { get; set; }
    }

    private sealed class Land
    {
        public string Code { get; set; } = "";
    }

    private sealed class Door
    {
        public string Colour { get; set; } = "";
    }
}
