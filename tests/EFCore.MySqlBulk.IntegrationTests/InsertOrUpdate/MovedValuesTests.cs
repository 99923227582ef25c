using System.ComponentModel.DataAnnotations;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>Values of unique indexes that move from one row to another are stored as <c>SaveChanges</c> stores them, in whichever order the rows are given.</summary>
[BothServers]
public abstract class MovedValuesTests(Servers servers, ServerKind kind)
{
    public enum Change
    {
        SaveChanges,
        BulkSaveChanges,
        Update,
        InsertOrUpdate,
        Synchronize,
    }

    [Theory]
    [InlineData(Change.SaveChanges, 3, true, true)]
    [InlineData(Change.BulkSaveChanges, 300, true, true)]
    [InlineData(Change.BulkSaveChanges, 300, false, false)]
    [InlineData(Change.Update, 3, true, false)]
    [InlineData(Change.Update, 300, false, true)]
    [InlineData(Change.Update, 3_000, true, true)]
    [InlineData(Change.InsertOrUpdate, 3, true, true)]
    [InlineData(Change.InsertOrUpdate, 300, false, false)]
    [InlineData(Change.InsertOrUpdate, 3_000, true, true)]
    [InlineData(Change.Synchronize, 3, true, false)]
    [InlineData(Change.Synchronize, 300, false, true)]
    [InlineData(Change.Synchronize, 3_000, true, true)]
    public async Task Each_row_takes_the_values_of_its_neighbour(Change call, int count, bool isUp, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await SeedAsync(database, count);
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        List<Place> given = await GivenAsync(context, call);
        foreach (Place place in given)
            (place.Position, place.Code) = (place.Position + (isUp ? 1 : -1), $"code {place.Id + (isUp ? 1 : -1)}");

        await RunAsync(context, call, given, isAsync);

        Assert.Equal(given.Select(p => (p.Id, p.Position, p.Code)), await StoredAsync(database));
        Assert.DoesNotContain(context.ChangeTracker.Entries(), entry => entry.State != EntityState.Unchanged);
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [InlineData(Change.SaveChanges, 1)]
    [InlineData(Change.SaveChanges, 500)]
    [InlineData(Change.BulkSaveChanges, 500)]
    [InlineData(Change.InsertOrUpdate, 1)]
    [InlineData(Change.InsertOrUpdate, 3_500)]
    [InlineData(Change.Synchronize, 1)]
    [InlineData(Change.Synchronize, 3_500)]
    public async Task A_new_row_takes_the_values_that_a_stored_one_gives_up(Change call, int count)
    {
        await using TestDatabase database = await CreateAsync();
        await SeedAsync(database, count);
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        List<Place> stored = await GivenAsync(context, call);
        List<Place> added = [.. stored.Select(p => new Place { Id = p.Id + 10_000, ListId = 1, Position = p.Position, Code = p.Code })];
        foreach (Place place in stored)
            (place.Position, place.Code) = (place.Position + count, $"code {place.Id + count}");
        if (call is Change.SaveChanges or Change.BulkSaveChanges)
            context.AddRange(added);

        await RunAsync(context, call, [.. added, .. stored], isAsync: true);

        Assert.Equal([.. stored.Concat(added).Select(p => (p.Id, p.Position, p.Code))], await StoredAsync(database));
    }

    [Theory]
    [InlineData(Change.SaveChanges, 2)]
    [InlineData(Change.BulkSaveChanges, 2)]
    [InlineData(Change.Update, 2)]
    [InlineData(Change.InsertOrUpdate, 5)]
    [InlineData(Change.Synchronize, 2)]
    public async Task An_exchange_is_refused_and_nothing_is_stored(Change call, int count)
    {
        await using TestDatabase database = await CreateAsync();
        await SeedAsync(database, 10);
        await using ModelContext context = database.Context(o => o.UseMySqlBulk());
        List<Place> given = await GivenAsync(context, call);
        for (int i = 0; i < count; i++)
            given[i].Position = (i + 1) % count + 1;

        Exception refused = await Assert.ThrowsAnyAsync<Exception>(() => RunAsync(context, call, given, isAsync: true));

        if (call is Change.SaveChanges or Change.BulkSaveChanges)
            Assert.Contains("circular dependency", refused.Message, StringComparison.Ordinal);
        else
            Assert.Contains("takes over a unique value from another row of the call", Assert.IsType<BulkOperationException>(refused).Message, StringComparison.Ordinal);
        Assert.Equal(Enumerable.Range(1, 10).Select(i => (i, i, (string?)$"code {i}")), await StoredAsync(database));

        given[0].Position = 100;
        await RunAsync(context, call, given, isAsync: true);
        Assert.Equal(given.Select(p => (p.Id, p.Position, p.Code)), await StoredAsync(database));
    }

    [Fact]
    public async Task Whatever_the_strategy_and_the_connection()
    {
        await using TestDatabase database = await CreateAsync();
        await SeedAsync(database, 200);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            await using ModelContext context = database.Context();
            List<Place> tracked = await context.Set<Place>().OrderBy(p => p.Id).ToListAsync(Token);
            tracked.ForEach(p => p.Position++);
            await context.BulkUpdateAsync(tracked, new() { Strategy = strategy, BatchRows = 50 }, Token);
            Assert.Equal(tracked.Select(p => (p.Id, p.Position, p.Code)), await StoredAsync(database));
        }

        List<Place> given = [.. (await StoredAsync(database)).Select(p => new Place { Id = p.Item1, ListId = 1, Position = p.Item2, Code = p.Item3 })];
        foreach (BulkPipelining pipelining in new[] { BulkPipelining.Never, BulkPipelining.Always })
        {
            await using ModelContext context = database.Context();
            given.ForEach(p => p.Position++);
            await context.BulkInsertOrUpdateAsync(given, new() { Pipelining = pipelining, BatchRows = 50 }, Token);
            Assert.Equal(given.Select(p => (p.Id, p.Position, p.Code)), await StoredAsync(database));
            given.ForEach(p => p.Position += 3);
            await context.BulkSynchronizeAsync(given, new() { WholeTable = true, Pipelining = pipelining, NotCompared = p => p.Code }, Token);
            Assert.Equal(given.Select(p => (p.Id, p.Position, p.Code)), await StoredAsync(database));
        }
    }

    [Fact]
    public async Task Nothing_moves_over_several_connections()
    {
        await using TestDatabase database = await CreateAsync();
        await SeedAsync(database, 3_000);
        await using ModelContext context = database.Context();
        List<Place> tracked = await context.Set<Place>().OrderBy(p => p.Id).ToListAsync(Token);
        tracked.ForEach(p => p.Position++);

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkUpdateAsync(tracked, new() { Connections = 2 }, Token));

        Assert.Contains("take over each other's unique values", refused.Message, StringComparison.Ordinal);
        Assert.Equal(3_000, await database.CountAsync("SELECT COUNT(*) FROM places WHERE Position = Id"));
    }

    private static async Task RunAsync(ModelContext context, Change call, List<Place> given, bool isAsync)
    {
        Task done = call switch
        {
            Change.SaveChanges => isAsync ? context.SaveChangesAsync(Token) : Task.FromResult(context.SaveChanges()),
            Change.BulkSaveChanges => isAsync ? context.BulkSaveChangesAsync(Token) : Task.FromResult(context.BulkSaveChanges()),
            Change.Update => isAsync ? context.BulkUpdateAsync(given, cancellationToken: Token) : Task.FromResult(context.BulkUpdate(given)),
            Change.InsertOrUpdate => isAsync ? context.BulkInsertOrUpdateAsync(given, cancellationToken: Token) : Task.FromResult(context.BulkInsertOrUpdate(given)),
            Change.Synchronize => context.SynchronizeAsync(isAsync, given, new() { WholeTable = true }),
            _ => throw new ArgumentOutOfRangeException(nameof(call)),
        };
        await done;
    }

    // Upserts know the stored values from their look-up, an update from the tracker.
    private static async Task<List<Place>> GivenAsync(ModelContext context, Change call)
    {
        List<Place> tracked = await context.Set<Place>().OrderBy(p => p.Id).ToListAsync(Token);
        if (call is not (Change.InsertOrUpdate or Change.Synchronize))
            return tracked;
        context.ChangeTracker.Clear();
        return Copies(tracked);
    }

    private static List<Place> Copies(IEnumerable<Place> places) => [.. places.Select(p => new Place { Id = p.Id, ListId = p.ListId, Position = p.Position, Code = p.Code })];

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model => model.Entity<Place>(place =>
    {
        place.ToTable("places").Property(p => p.Id).ValueGeneratedNever();
        place.HasIndex(p => new { p.ListId, p.Position }).IsUnique();
        place.HasIndex(p => p.Code).IsUnique();
    }));

    private static async Task SeedAsync(TestDatabase database, int count)
    {
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(Enumerable.Range(1, count).Select(i => new Place { Id = i, ListId = 1, Position = i, Code = $"code {i}" }).ToList(), cancellationToken: Token);
    }

    private static async Task<List<(int, int, string?)>> StoredAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return [.. (await context.Set<Place>().AsNoTracking().OrderBy(p => p.Id).ToListAsync(Token)).Select(p => (p.Id, p.Position, p.Code))];
    }

    private sealed class Place
    {
        public int Id { get; set; }

        public int ListId { get; set; }

        public int Position { get; set; }

        [MaxLength(50)]
        public string? Code { get; set; }
    }
}
