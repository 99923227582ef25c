using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>Rows that match a stored one update it, and the others are inserted: with true counts, and with the stored keys on all entities.</summary>
[BothServers]
public abstract class InsertOrUpdateTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(9, true)]
    [InlineData(300, false)]
    [InlineData(300, true)]
    [InlineData(5_000, true)]
    [InlineData(5_000, false)]
    public async Task New_changed_and_unchanged_rows_are_counted_and_get_their_keys(int third, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> stored = await Tickets.SeedAsync(database, third * 2);
        List<Ticket> given = Tickets.New(third * 3);
        foreach (Ticket ticket in given.Take(third))
            ticket.Name = ticket.Name.ToUpperInvariant();
        new Random(3).Shuffle(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(given));
        await using ModelContext context = database.Context();

        BulkResult done = await context.InsertOrUpdateAsync(isAsync, given, new() { Match = t => t.Token });

        Assert.Equal((third, third, third), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(Tickets.Values(given), await Tickets.StoredAsync(database));
        Assert.Equal(stored.ToDictionary(t => t.Token, t => t.Id), given.Where(t => t.Token <= third * 2).ToDictionary(t => t.Token, t => t.Id));
        Assert.Empty(context.ChangeTracker.Entries());

        done = await context.InsertOrUpdateAsync(isAsync, given, new() { Match = t => t.Token });
        Assert.Equal((0, 0, third * 3), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_primary_key_decides_by_default_and_a_row_without_one_is_new(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> given = await Tickets.SeedAsync(database, 100);
        given.ForEach(t => t.Score++);
        given.AddRange(Tickets.New(50, 101));
        given.Add(new() { Id = 10_000, Token = 10_000, Name = "given" });
        await using ModelContext context = database.Context();

        BulkResult done = await context.InsertOrUpdateAsync(isAsync, given);

        Assert.Equal((51, 100, 0), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(Tickets.Values(given), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(10)]
    [InlineData(4_000)]
    public async Task If_absent_leaves_existing_rows_as_they_are(int half)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> stored = await Tickets.SeedAsync(database, half);
        List<Ticket> given = Tickets.New(half * 2);
        given.ForEach(t => t.Name = "given");
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkInsertIfAbsentAsync(given, new() { Match = t => t.Token }, Token);

        Assert.Equal((half, 0, half), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal([.. Tickets.Values(stored), .. Tickets.Values(given.Skip(half))], await Tickets.StoredAsync(database));
        Assert.Equal(stored.Select(t => t.Id), given.Take(half).Select(t => t.Id));
    }

    [Fact]
    public async Task Updated_inserted_only_and_never_written_properties()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 20);
        List<Ticket> given = [.. Tickets.New(30).Select(t => new Ticket { Token = t.Token, Name = "given", Score = -1 })];
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = t => t.Token, Update = t => t.Name }, Token);
        Assert.Equal((10, 20), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal(20, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'given' AND Score = Token / 4"));
        Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'given' AND Score = -1"));

        given.ForEach(t => (t.Name, t.Score) = ("again", 7));
        done = await context.BulkInsertOrUpdateAsync(given, new() { Match = t => t.Token, InsertOnly = t => t.Name }, Token);
        Assert.Equal((0, 30), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal(30, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'given' AND Score = 7"));

        await database.ExecuteAsync("ALTER TABLE tickets MODIFY Name varchar(50) NOT NULL DEFAULT 'none'");
        given.Add(new() { Token = 31, Name = "new", Score = 8 });
        done = await context.BulkInsertOrUpdateAsync(given, new() { Match = t => t.Token, Except = t => t.Name }, Token);
        Assert.Equal((1, 30), (done.RowsInserted, done.RowsUnchanged));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'none' AND Score = 8"));
    }

    [Fact]
    public async Task A_stream_is_sent_in_windows()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 5_000);
        List<Ticket> given = Tickets.New(9_000);
        given.ForEach(t => t.Name = "given");
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkInsertOrUpdateAsync(given.Where(_ => true), new() { Match = t => t.Token }, Token);

        Assert.Equal((4_000, 5_000, 0), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(Tickets.Values(given), await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task Rows_that_match_the_same_stored_row_are_refused_or_the_last_one_wins()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 10);
        List<Ticket> given = [.. Tickets.New(20), new() { Token = 5, Name = "last" }, new() { Token = 15, Name = "last" }];
        await using ModelContext context = database.Context();

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync(given, new() { Match = t => t.Token }, Token));
        Assert.Equal(20, refused.RowIndex);
        Assert.EndsWith("Rows 4 and 20 have the same key. Give each row once, or set Duplicates = DuplicateRows.LastWins, or to a function that makes one row of two.", refused.Message, StringComparison.Ordinal);
        Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM tickets"));

        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = t => t.Token, Duplicates = DuplicateRows.LastWins }, Token);
        Assert.Equal((10, 1, 9), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'last' AND Token IN (5, 15)"));
    }

    [Fact]
    public async Task A_collision_with_another_unique_index_is_an_error_and_changes_no_other_row()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 10);
        await database.ExecuteAsync("ALTER TABLE tickets MODIFY Name varchar(50) NOT NULL, ADD UNIQUE (Name)");
        List<(long, int, string, double)> before = await Tickets.StoredAsync(database);
        List<Ticket> given = Tickets.New(30, 2);
        given[20].Name = "ticket 1";
        await using ModelContext context = database.Context();

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync(given, new() { Match = t => t.Token }, Token));

        Assert.Equal((20, 1062), (refused.RowIndex, refused.ErrorNumber));
        Assert.Equal(before, await Tickets.StoredAsync(database));
        Assert.All(given.Skip(9), t => Assert.Equal(0, t.Id));
    }
}
