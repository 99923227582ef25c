using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>Updates of rows with shadow properties: unknown values stay as they are, as with <c>UpdateRange</c>.</summary>
[BothServers]
public abstract class ShadowValueTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task An_update_of_untracked_rows_leaves_shadow_values_as_update_range_does()
    {
        await using TestDatabase database = await CreateAsync();
        List<string> saved = await ChangedAsync(database, (context, pets) =>
        {
            context.UpdateRange(pets);
            return context.SaveChangesAsync(Token);
        });
        Assert.Equal(["1|a!|2|nick 1", "2|b!|1|nick 2", "3|c!|1|nick 3"], saved);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            Assert.Equal(saved, await ChangedAsync(
                database, (context, pets) => context.BulkUpdateAsync(pets, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) }, Token)));
        }
    }

    [Fact]
    public async Task An_update_of_attached_rows_leaves_what_nobody_has_set()
    {
        await using TestDatabase database = await CreateAsync();
        Assert.Equal(["1|a!|2|nick 1", "2|b!|1|set", "3|c!|1|nick 3"], await ChangedAsync(database, (context, pets) =>
        {
            context.AttachRange(pets);
            context.Entry(pets[1]).Property("Nick").CurrentValue = "set";
            return context.BulkUpdateAsync(pets, null, Token);
        }));
    }

    [Fact]
    public async Task An_update_of_tracked_rows_writes_their_shadow_values()
    {
        await using TestDatabase database = await CreateAsync();
        await SeedAsync(database);
        await using ModelContext context = database.Context();
        List<Pet> pets = await context.Set<Pet>().OrderBy(p => p.Id).ToListAsync(Token);
        context.Entry(pets[0]).Property("Nick").CurrentValue = null;
        context.Entry(pets[1]).Property("OwnerId").CurrentValue = 2;
        await context.BulkUpdateAsync(pets, null, Token);
        Assert.Equal(["1|a|1|", "2|b|2|nick 2", "3|c|1|nick 3"], await StoredAsync(database));
    }

    // Rows as a request brings them: only their own values, and the new owner of one of them.
    private static async Task<List<string>> ChangedAsync(TestDatabase database, Func<ModelContext, Pet[], Task> change)
    {
        await SeedAsync(database);
        await using ModelContext context = database.Context();
        Owner second = await context.Set<Owner>().SingleAsync(o => o.Id == 2, Token);
        await change(context, [new() { Id = 1, Name = "a!", Owner = second }, new() { Id = 2, Name = "b!" }, new() { Id = 3, Name = "c!" }]);
        return await StoredAsync(database);
    }

    private static Task SeedAsync(TestDatabase database) => database.ExecuteAsync(
        "DELETE FROM pets", "DELETE FROM owners", "INSERT INTO owners (Id) VALUES (1), (2)",
        "INSERT INTO pets (Id, Name, OwnerId, Nick) VALUES (1, 'a', 1, 'nick 1'), (2, 'b', 1, 'nick 2'), (3, 'c', 1, 'nick 3')");

    private static async Task<List<string>> StoredAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT Id, Name, OwnerId, Nick FROM pets ORDER BY Id")).Select(row => string.Join('|', row))];

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Owner>().ToTable("owners");
        model.Entity<Pet>(pet =>
        {
            pet.ToTable("pets").HasOne(p => p.Owner).WithMany().HasForeignKey("OwnerId");
            pet.Property<string?>("Nick");
        });
    });

    private sealed class Owner
    {
        public int Id { get; set; }
    }

    private sealed class Pet
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public Owner? Owner { get; set; }
    }
}
