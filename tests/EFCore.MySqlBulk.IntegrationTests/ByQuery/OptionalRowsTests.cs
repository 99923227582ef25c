using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.ByQuery;

/// <summary>A query that may give nothing in place of a row, as an outer join does: what is there is changed, as by EF Core's own ExecuteUpdate.</summary>
[BothServers]
public abstract class OptionalRowsTests(Servers servers, ServerKind kind)
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task What_is_there_is_changed()
    {
        await using TestDatabase expected = await CreateAsync();
        await using TestDatabase database = await CreateAsync();
        int updated = await Managers(expected.Context()).ExecuteUpdateAsync(s => s.SetProperty(p => p.Reports, p => p.Reports + 1), Token);

        BulkResult done = await Managers(database.Context()).BulkExecuteUpdateAsync(s => s.SetProperty(p => p.Reports, p => p.Reports + 1), new() { BatchRows = 4, BatchTime = Visits.Patience }, Token);

        Assert.Equal(updated, done.RowsUpdated);
        Assert.Equal(await expected.QueryAsync("SELECT Id, Reports FROM people ORDER BY Id"), await database.QueryAsync("SELECT Id, Reports FROM people ORDER BY Id"));
        Assert.Equal(0, (await database.Context().Set<Person>().Where(person => person.Id == 1).Select(person => person.Manager!).BulkExecuteDeleteAsync(cancellationToken: Token)).RowsDeleted);

        static IQueryable<Person> Managers(ModelContext context) => context.Set<Person>().Where(person => person.Id < 30).Select(person => person.Manager!);
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Person>(person =>
        {
            person.ToTable("people").Property(p => p.Id).ValueGeneratedNever();
            person.HasOne(p => p.Manager).WithMany().HasForeignKey(p => p.ManagerId);
        }));
        await using ModelContext context = database.Context();
        context.AddRange(Enumerable.Range(1, 40).Select(i => new Person { Id = i, ManagerId = i % 3 == 1 ? null : (i / 3) + 1 }));
        await context.SaveChangesAsync(Token);
        return database;
    }

    private sealed class Person
    {
        public int Id { get; set; }

        public int? ManagerId { get; set; }

        public Person? Manager { get; set; }

        public int Reports { get; set; }
    }
}
