using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Delete;

/// <summary>A bare key does not reveal the type of its row, so <c>BulkDeleteByKey</c> only deletes rows of the type that it names.</summary>
[BothServers]
public abstract class DerivedKeysTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task Rows_of_another_type_of_the_table_stay(BulkPipelining pipelining)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Model);
        foreach (BulkStrategy? strategy in (BulkStrategy?[])[null, .. pipelining == BulkPipelining.Always ? [] : EveryStrategy.Deletes(kind).Where(s => s != BulkStrategy.PipelinedArrayBatch).Cast<BulkStrategy?>()])
        {
            await using ModelContext context = database.Context();
            await database.ExecuteAsync("DELETE FROM animals");
            List<Animal> animals = [new() { Id = 1 }, new Dog { Id = 2 }, new Puppy { Id = 3 }, new Cat { Id = 4 }];
            await context.BulkInsertAsync(animals, cancellationToken: Token);
            BulkDeleteOptions options = new() { Strategy = strategy, Pipelining = pipelining };

            BulkConcurrencyException missed = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.Set<Dog>().BulkDeleteByKeyAsync([1, 2, 3, 4], options, Token));
            Assert.Equal(strategy == BulkStrategy.RowByRow ? [0] : [0, 3], missed.RowIndexes);
            Assert.Equal(4, await database.CountAsync("SELECT COUNT(*) FROM animals"));

            BulkDeleteOptions ignoring = new() { Strategy = strategy, Pipelining = pipelining, NotFound = NotFoundRows.Ignore };
            Assert.Equal(2, (await context.Set<Dog>().BulkDeleteByKeyAsync([1, 2, 3, 4], ignoring, Token)).RowsDeleted);
            Assert.Equal([1, 4], await context.Set<Animal>().AsNoTracking().Select(a => a.Id).OrderBy(id => id).ToListAsync(Token));
            Assert.Equal(2, (await context.Set<Animal>().BulkDeleteByKeyAsync([1, 4], options, Token)).RowsDeleted);
        }
    }

    [Fact]
    public async Task A_tracked_entity_of_another_type_stays_tracked()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Model);
        await using ModelContext context = database.Context();
        context.AddRange(new Animal { Id = 1 }, new Dog { Id = 2 }, new Puppy { Id = 3 });
        await context.SaveChangesAsync(Token);
        await context.Set<Dog>().BulkDeleteByKeyAsync([1, 2, 3], new BulkDeleteOptions { NotFound = NotFoundRows.Ignore }, Token);
        Assert.Equal([1], context.ChangeTracker.Entries<Animal>().Select(entry => entry.Entity.Id));
    }

    [Fact]
    public async Task One_row_of_another_type_is_not_there()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(Model);
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([new Animal { Id = 1 }], cancellationToken: Token);
        await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.Set<Dog>().BulkDeleteByKeyAsync([1], cancellationToken: Token));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM animals"));
    }

    private static void Model(ModelBuilder model)
    {
        model.Entity<Animal>().ToTable("animals").Property(a => a.Id).ValueGeneratedNever();
        model.Entity<Dog>();
        model.Entity<Animal>().HasDiscriminator<string>("Sort").HasValue<Animal>("a").HasValue<Dog>("it's a dog").HasValue<Puppy>("p").HasValue<Cat>("c");
    }

    private class Dog : Animal
    {
    }

    private sealed class Puppy : Dog
    {
    }

    private sealed class Cat : Animal
    {
    }
}
