using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>What the context knows of a tracked entity after a call that has not written all of it: what was not written is still to be saved, or has the stored value.</summary>
[BothServers]
public abstract class TrackedRowTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(1)]
    [InlineData(3_000)]
    public async Task A_change_that_if_absent_does_not_write_is_still_to_be_saved(int rows)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, rows);
        await using ModelContext context = database.Context();
        List<Ticket> tracked = await context.Set<Ticket>().OrderBy(t => t.Token).ToListAsync(Token);
        tracked.ForEach(t => t.Name = "edited");

        for (int call = 0; call < 2; call++)
        {
            Assert.Equal(rows, (await context.BulkInsertIfAbsentAsync(tracked, new() { Match = t => t.Token }, Token)).RowsUnchanged);
            Assert.All(tracked, t => Assert.Equal((EntityState.Modified, true, false, "edited"), Seen(context, t)));
        }

        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'edited'"));
        Assert.Equal(rows, await context.SaveChangesAsync(Token));
        Assert.Equal(rows, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'edited'"));
    }

    [Fact]
    public async Task A_new_entity_whose_row_exists_is_still_new_after_if_absent()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> stored = await Tickets.SeedAsync(database, 2);
        await using ModelContext context = database.Context();
        List<Ticket> given = Tickets.New(3);
        given.ForEach(t => t.Name = "given");
        context.AddRange(given);

        BulkResult done = await context.BulkInsertIfAbsentAsync(given, new() { Match = t => t.Token }, Token);

        Assert.Equal((1, 2), (done.RowsInserted, done.RowsUnchanged));
        Assert.Equal([EntityState.Added, EntityState.Added, EntityState.Unchanged], given.Select(t => context.Entry(t).State));
        Assert.Equal(stored.Select(t => t.Id), given.Take(2).Select(t => t.Id));
        await Assert.ThrowsAsync<DbUpdateException>(() => context.SaveChangesAsync(Token));
        given.ForEach(t => context.Entry(t).State = EntityState.Unchanged);
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [InlineData("InsertOnly")]
    [InlineData("Update")]
    [InlineData("Except")]
    [InlineData("Set")]
    public async Task A_new_entity_gets_what_an_existing_row_keeps(string option)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 2);
        await database.ExecuteAsync("ALTER TABLE tickets MODIFY Name varchar(50) NOT NULL DEFAULT 'none'");
        await using ModelContext context = database.Context();
        List<Ticket> given = Tickets.New(4);
        given.ForEach(t => (t.Name, t.Score) = ("given", -t.Token));
        context.AddRange(given);
        BulkInsertOrUpdateOptions<Ticket> options = option switch
        {
            "InsertOnly" => new() { Match = t => t.Token, InsertOnly = t => t.Name },
            "Update" => new() { Match = t => t.Token, Update = t => t.Score },
            "Except" => new() { Match = t => t.Token, Except = t => t.Name },
            _ => new() { Match = t => t.Token, Update = t => t.Score, Set = (stored, given) => new Ticket { Name = stored.Name } },
        };
        options = options with { ReadGenerated = false };

        given[3].Name = new('x', 10_000);
        await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync(given, options with { Except = null }, Token));
        Assert.All(given, t => Assert.Equal(EntityState.Added, context.Entry(t).State));
        Assert.Equal(["given", "given", "given"], given.Take(3).Select(t => t.Name));

        given[3].Name = "given";
        BulkResult done = await context.BulkInsertOrUpdateAsync(given, options, Token);

        Assert.Equal((2, 2), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal(await Tickets.StoredAsync(database), Tickets.Values(given));
        Assert.Equal(["ticket 1", "ticket 2", option == "Except" ? "none" : "given"], given.Take(3).Select(t => t.Name));
        Assert.All(given, t => Assert.Equal(EntityState.Unchanged, context.Entry(t).State));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Fact]
    public async Task A_superseded_entity_is_not_stored_and_stays_as_it_was()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 1);
        await using ModelContext context = database.Context();
        List<Ticket> given = [.. Tickets.New(2), .. Tickets.New(2)];
        (given[2].Name, given[3].Name) = ("last", "last");
        context.AddRange(given);

        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = t => t.Token, Duplicates = DuplicateRows.LastWins }, Token);

        Assert.Equal((1, 1), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal([EntityState.Added, EntityState.Added, EntityState.Unchanged, EntityState.Unchanged], given.Select(t => context.Entry(t).State));
        Assert.Equal(["ticket 1", "ticket 2"], given.Take(2).Select(t => t.Name));
#if !CONNECTORNET
        // Connector/NET does not end such a SaveChanges on MariaDB, which refuses the first of two statements of a command.
        await Assert.ThrowsAsync<DbUpdateException>(() => context.SaveChangesAsync(Token));
#endif
    }

    [Fact]
    public async Task A_change_that_another_row_of_an_update_supersedes_is_still_to_be_saved()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 3);
        await using ModelContext context = database.Context();
        Ticket tracked = await context.Set<Ticket>().SingleAsync(t => t.Token == 2, Token);
        tracked.Name = "edited";

        await context.BulkUpdateAsync([tracked, new Ticket { Id = tracked.Id, Token = 2, Name = "last" }], new() { CheckDuplicates = false }, Token);

        Assert.Equal((EntityState.Modified, true, false, "edited"), Seen(context, tracked));
        Assert.Equal(1, await context.SaveChangesAsync(Token));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'edited'"));
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(true, true)]
    [InlineData(false, false)]
    [InlineData(false, true)]
    public async Task What_is_not_compared_is_stored_with_a_changed_row_only(bool isNew, bool synchronizes)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 4);
        await using ModelContext context = database.Context();
        List<Ticket> given = isNew ? Tickets.New(4) : await context.Set<Ticket>().OrderBy(t => t.Token).ToListAsync(Token);
        if (isNew)
            context.AddRange(given);
        given.ForEach(t => t.Score = 99);
        given[1].Name = "changed";

        BulkResult done = synchronizes
            ? await context.BulkSynchronizeAsync(given, new() { WholeTable = true, Match = t => t.Token, NotCompared = t => t.Score }, Token)
            : await context.BulkInsertOrUpdateAsync(given, new() { Match = t => t.Token, NotCompared = t => t.Score }, Token);

        Assert.Equal((0, 1, 3), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal([0.25, 99, 0.75, 1], given.Select(t => t.Score));
        Assert.Equal(await Tickets.StoredAsync(database), Tickets.Values(given));
        Assert.All(given, t => Assert.Equal(EntityState.Unchanged, context.Entry(t).State));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [InlineData(10)]
    [InlineData(5_000)]
    public async Task A_hook_that_sets_what_is_not_compared_makes_no_row_an_update(int rows)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, rows);
        await using ModelContext context = database.Context(o => o.UseMySqlBulk(b => b.BeforeUpdate<Ticket>((t, _) => t.Score = -1)));
        List<Ticket> given = Tickets.New(rows);
        given[1].Name = "changed";

        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = t => t.Token, NotCompared = t => t.Score }, Token);

        Assert.Equal((0, 1, rows - 1), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(2, await database.CountAsync("SELECT MIN(Token) FROM tickets WHERE Score = -1 AND Name = 'changed'"));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Score = -1"));

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.BulkInsertOrUpdateAsync(given, new() { Match = t => t.Token, NotCompared = t => new { t.Score, t.Name } }, Token));
        Assert.Contains("NotCompared names every property", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_that_another_stands_for_get_its_key(bool isStream)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 1);
        await using ModelContext context = database.Context();
        List<Ticket> given = [.. Tickets.New(3), .. Tickets.New(3), .. Tickets.New(3)];

        BulkResult done = await context.BulkInsertOrUpdateAsync(
            isStream ? given.Where(_ => true) : given, new() { Match = t => t.Token, Duplicates = DuplicateRows.LastWins }, Token);

        Assert.Equal((2, 1), (done.RowsInserted, done.RowsUnchanged));
        Dictionary<int, long> keys = (await Tickets.StoredAsync(database)).ToDictionary(t => t.Token, t => t.Id);
        Assert.All(given, t => Assert.Equal(keys[t.Token], t.Id));
    }

    private static (EntityState, bool, bool, string) Seen(ModelContext context, Ticket ticket)
        => (context.Entry(ticket).State, context.Entry(ticket).Property(t => t.Name).IsModified, context.Entry(ticket).Property(t => t.Score).IsModified, ticket.Name);
}
