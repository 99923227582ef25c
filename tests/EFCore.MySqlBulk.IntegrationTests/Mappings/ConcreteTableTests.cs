using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Comparison;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Rows of a hierarchy with a table for each concrete type (TPC) go to their own tables, as with <c>SaveChanges</c>, whether the call names a concrete type, a base type or an abstract one.</summary>
[BothServers]
public abstract class ConcreteTableTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_of_several_types(bool isAsync)
    {
        MappedAlike<Animal> animals = new(await servers.OfAsync(kind), Animals, Make, static (animal, i) => animal.Name += $"!{i}");
        await animals.EveryStrategyAsync(isAsync);
        await animals.TrackedAsync(isAsync);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_of_an_abstract_type(bool isAsync)
    {
        MappedAlike<Being> beings = new(
            await servers.OfAsync(kind), Beings, static i => i % 2 == 0 ? new Tree { Id = $"t{i}", Height = i } : new Bush { Id = $"b{i}", Width = i, Part = i % 3 == 0 ? null : new() { Text = $"{i}" } },
            static (being, i) =>
            {
                being.Number += i;
                if (being is Bush bush)
                    bush.Part = bush.Part is null ? new() { Text = "new" } : null;
            });
        await beings.EveryStrategyAsync(isAsync);
        await beings.TrackedAsync(isAsync);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_of_one_type_and_bare_keys(bool isAsync)
    {
        MappedAlike<Cat> cats = new(await servers.OfAsync(kind), Animals, static i => new Cat { Id = i + 1, Name = $"c{i}", Lives = i }, static (cat, i) => cat.Lives += i);
        await cats.EveryStrategyAsync(isAsync);

        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Animals);
        await using ModelContext context = database.Context();
        await context.InsertAsync<Animal>(isAsync, Enumerable.Range(0, 20).Select(Make));
        await context.Set<Cat>().BulkDeleteByKeyAsync([1, 5], cancellationToken: Token);
        Assert.Equal(3, await database.CountAsync("SELECT COUNT(*) FROM cats"));
        // The key of another type's row.
        await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.Set<Cat>().BulkDeleteByKeyAsync([2], cancellationToken: Token));
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.Set<Animal>().BulkDeleteByKeyAsync([2], cancellationToken: Token));
        Assert.Contains("several tables (TPC)", refused.Message, StringComparison.Ordinal);
        Assert.Equal(15, await database.CountAsync("SELECT (SELECT COUNT(*) FROM animals) + (SELECT COUNT(*) FROM dogs)"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Keys_that_each_table_generates(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            model.Entity<Animal>().UseTpcMappingStrategy().ToTable("animals").Property(a => a.Id).ValueGeneratedOnAdd();
            model.Entity<Cat>().ToTable("cats");
            model.Entity<Dog>().ToTable("dogs");
        });
        // Pomelo does not count by itself here.
        await database.ExecuteAsync([.. new[] { ("animals", 1), ("cats", 1001), ("dogs", 2001) }.Select(table => $"ALTER TABLE {table.Item1} MODIFY Id int NOT NULL AUTO_INCREMENT, AUTO_INCREMENT = {table.Item2}")]);
        await using ModelContext context = database.Context();
        List<Animal> rows = [.. Enumerable.Range(0, 40).Select(Make)];
        rows.ForEach(row => row.Id = 0);
        await context.InsertAsync(isAsync, rows);
        Assert.Equal(
            rows.Select(row => $"{row.Id} {row.Name}").Order(StringComparer.Ordinal),
            (await context.Set<Animal>().AsNoTracking().ToListAsync(Token)).Select(row => $"{row.Id} {row.Name}").Order(StringComparer.Ordinal));
        Assert.Equal(1001, rows.OfType<Cat>().Min(cat => cat.Id));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_missing_row_is_named(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Animals);
        await using ModelContext context = database.Context();
        List<Animal> rows = [.. Enumerable.Range(0, 40).Select(Make)];
        await context.InsertAsync(isAsync, rows);
        await database.ExecuteAsync("DELETE FROM dogs WHERE Id = 18");
        BulkConcurrencyException missed = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.UpdateAsync(isAsync, rows));
        Assert.Equal([17], missed.RowIndexes);
        missed = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.DeleteAsync(isAsync, rows));
        Assert.Equal([17], missed.RowIndexes);
        Assert.Equal(39, await database.CountAsync("SELECT (SELECT COUNT(*) FROM animals) + (SELECT COUNT(*) FROM dogs) + (SELECT COUNT(*) FROM cats)"));
    }

    private static Animal Make(int i) => (i % 4) switch
    {
        0 => new Cat { Id = i + 1, Name = $"c{i}", Lives = i },
        1 => new Dog { Id = i + 1, Name = $"d{i}", Age = i, Tag = $"it's {i}" },
        _ => new Animal { Id = i + 1, Name = $"a{i}" },
    };

    private static void Animals(ModelBuilder model)
    {
        model.Entity<Animal>().UseTpcMappingStrategy().ToTable("animals").Property(a => a.Id).ValueGeneratedNever();
        model.Entity<Cat>().ToTable("cats");
        model.Entity<Dog>().ToTable("dogs").Property(d => d.Age).IsConcurrencyToken();
    }

    private static void Beings(ModelBuilder model)
    {
        model.Entity<Being>().UseTpcMappingStrategy().Property(b => b.Id).HasMaxLength(20);
        model.Entity<Tree>().ToTable("trees");
        model.Entity<Bush>().ToTable("bushes").OwnsOne(b => b.Part);
    }

    private sealed class Dog : Animal
    {
        public int Age { get; set; }

        public string? Tag { get; set; }
    }

    private abstract class Being
    {
        public string Id { get; set; } = "";

        public int Number { get; set; }
    }

    private sealed class Tree : Being
    {
        public int Height { get; set; }
    }

    private sealed class Bush : Being
    {
        public int Width { get; set; }

        public Leaf? Part { get; set; }
    }

    private sealed class Leaf
    {
        public string Text { get; set; } = "";
    }
}
