using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>Only the columns of the named properties are written; a complex type stands for all of its columns.</summary>
[BothServers]
public abstract class PartialUpdateTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task Two_contexts_that_update_different_columns_at_once_both_survive()
    {
        await using TestDatabase database = await CreateAsync();
        List<Person> people = await FillAsync(database, 1_000);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            await database.ExecuteAsync("UPDATE people SET Name='old', Age=0");
            List<Person> named = [.. people.Select(p => new Person { Id = p.Id, Name = "new", Age = -1, Home = new() { City = "wrong" } })];
            List<Person> aged = [.. people.Select(p => new Person { Id = p.Id, Name = "wrong", Age = 77, Home = new() { City = "wrong" } })];
            await using ModelContext one = database.Context();
            await using ModelContext other = database.Context();
            await Task.WhenAll(
                one.BulkUpdateAsync(named, new() { Strategy = strategy, Update = p => p.Name }),
                other.BulkUpdateAsync(aged, new() { Strategy = strategy, Update = p => new { p.Age } }));
            Assert.Equal(1_000, await database.CountAsync("SELECT COUNT(*) FROM people WHERE Name = 'new' AND Age = 77 AND Home_City = 'before'"));
        }
    }

    [Fact]
    public async Task A_nested_property_is_written_alone_and_a_complex_one_with_all_of_its_own()
    {
        await using TestDatabase database = await CreateAsync();
        List<Person> people = await FillAsync(database, 10);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            await database.ExecuteAsync("UPDATE people SET Home_City='before', Home_Street_Line='before', Home_Street_Number=0");
            foreach (Person person in people)
                (person.Name, person.Home.City, person.Home.Street.Line, person.Home.Street.Number) = ("wrong", "city", "line", 5);
            await using ModelContext context = database.Context();
            await context.BulkUpdateAsync(people, new() { Strategy = strategy, Update = p => new { p.Home.Street.Number } });
            Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM people WHERE Name='old' AND Home_City='before' AND Home_Street_Line='before' AND Home_Street_Number=5"));
            await context.BulkUpdateAsync(people, new() { Strategy = strategy, Update = p => p.Home });
            Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM people WHERE Name='old' AND Home_City='city' AND Home_Street_Line='line' AND Home_Street_Number=5"));
        }
    }

    [Fact]
    public async Task A_complex_property_that_is_null_is_refused_and_named_by_its_row()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Person> people = [new() { Name = "a" }, new() { Name = "b", Home = null! }];
        foreach (BulkStrategy strategy in EveryStrategy.Inserts)
        {
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertAsync(people, new() { Strategy = strategy }));
            Assert.Equal(1, refused.RowIndex);
        }

        Assert.Equal(0, await context.Set<Person>().CountAsync());
    }

    private static async Task<List<Person>> FillAsync(TestDatabase database, int rows)
    {
        await using ModelContext context = database.Context();
        List<Person> people = [.. Enumerable.Range(0, rows).Select(_ => new Person { Name = "old", Home = new() { City = "before" } })];
        await context.BulkInsertAsync(people);
        return people;
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(
        model => model.Entity<Person>().ToTable("people").ComplexProperty(p => p.Home, home => home.ComplexProperty(h => h.Street)));

    private sealed class Person
    {
        public long Id { get; set; }

        public string Name { get; set; } = "";

        public int Age { get; set; }

        public Address Home { get; set; } = new();
    }

    private sealed class Address
    {
        public string City { get; set; } = "";

        public Street Street { get; set; } = new();
    }

    private sealed class Street
    {
        public string Line { get; set; } = "";

        public int Number { get; set; }
    }
}
