using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Synchronize;

/// <summary>After the call, the table has exactly the rows given: with true counts, with the stored keys on all entities, and with nothing written that was equal.</summary>
[BothServers]
public abstract class SynchronizeTests(Servers servers, ServerKind kind)
{
    private static readonly BulkSynchronizeOptions<Ticket> ByToken = new() { WholeTable = true, Match = t => t.Token };

    [Theory]
    [InlineData(3, true)]
    [InlineData(100, false)]
    [InlineData(100, true)]
    [InlineData(3_000, true)]
    [InlineData(3_000, false)]
    public async Task New_changed_unchanged_and_missing_rows(int part, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> stored = await Tickets.SeedAsync(database, part * 3);
        List<Ticket> given = Tickets.New(part * 3, first: part + 1);
        foreach (Ticket ticket in given.Take(part))
            ticket.Name = ticket.Name.ToUpperInvariant();
        new Random(3).Shuffle(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(given));
        await using ModelContext context = database.Context();

        BulkResult done = await context.SynchronizeAsync(isAsync, given, ByToken);

        Assert.Equal((part, part, part, part, part, 0), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsOrphaned, done.RowsDeleted, done.RowsMarked));
        Assert.Equal(Tickets.Values(given), await Tickets.StoredAsync(database));
        Assert.Equal(stored.Skip(part).ToDictionary(t => t.Token, t => t.Id), given.Where(t => t.Token <= part * 3).ToDictionary(t => t.Token, t => t.Id));
        Assert.Empty(context.ChangeTracker.Entries());

        done = await context.SynchronizeAsync(isAsync, given, ByToken);
        Assert.Equal((0, 0, part * 3, 0, 0), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsOrphaned, done.Statements));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_primary_key_decides_by_default_and_a_row_without_one_is_new(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> given = await Tickets.SeedAsync(database, 100);
        given.RemoveRange(0, 10);
        given[0].Score++;
        given.AddRange(Tickets.New(5, 101));
        await using ModelContext context = database.Context();

        BulkResult done = await context.SynchronizeAsync(isAsync, given, new() { WholeTable = true });

        Assert.Equal((5, 1, 89, 10), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(Tickets.Values(given), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_empty_table_is_filled_and_a_full_one_emptied(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> given = Tickets.New(3_000);
        await using ModelContext context = database.Context();

        BulkResult done = await context.SynchronizeAsync(isAsync, given, ByToken);
        Assert.Equal((3_000, 0), (done.RowsInserted, done.RowsOrphaned));
        Assert.Equal(Tickets.Values(given), await Tickets.StoredAsync(database));

        ArgumentException refused = await Assert.ThrowsAsync<ArgumentException>(() => context.SynchronizeAsync(isAsync, [], ByToken));
        Assert.Contains("AllowEmpty", refused.Message, StringComparison.Ordinal);
        Assert.Equal(3_000, await database.CountAsync("SELECT COUNT(*) FROM tickets"));

        done = await context.SynchronizeAsync(isAsync, [], ByToken with { AllowEmpty = true });
        Assert.Equal((3_000, 3_000), (done.RowsOrphaned, done.RowsDeleted));
        Assert.Empty(await Tickets.StoredAsync(database));

        done = await context.SynchronizeAsync(isAsync, [], ByToken with { AllowEmpty = true });
        Assert.Equal((0, 0), (done.RowsOrphaned, done.RowsAffected));
    }

    [Fact]
    public async Task A_stream_is_held_in_memory()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 5_000);
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkSynchronizeAsync(StreamAsync(), ByToken, Token);
        Assert.Equal((1_000, 0, 4_000, 1_000), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));

        done = await context.Set<Ticket>().BulkSynchronizeAsync(Tickets.New(10).Where(_ => true), ByToken, Token);
        Assert.Equal((10, 5_000), (done.RowsInserted, done.RowsDeleted));
        Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM tickets"));

        static async IAsyncEnumerable<Ticket> StreamAsync()
        {
            foreach (Ticket ticket in Tickets.New(5_000, first: 1_001))
            {
                await Task.Yield();
                yield return ticket;
            }
        }
    }

    [Fact]
    public async Task Missing_rows_are_kept_or_marked()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 30);
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkSynchronizeAsync(Tickets.New(20), ByToken with { Orphans = Orphans<Ticket>.Keep }, Token);
        Assert.Equal((20, 10, 0, 0), (done.RowsUnchanged, done.RowsOrphaned, done.RowsDeleted, done.RowsMarked));

        string gone = "gone";
        Orphans<Ticket> mark = Orphans<Ticket>.Update(t => new Ticket { Name = gone, Score = t.Score + 1 });
        done = await context.BulkSynchronizeAsync(Tickets.New(20), ByToken with { Orphans = mark }, Token);
        Assert.Equal((20, 10, 0, 10, 10), (done.RowsUnchanged, done.RowsOrphaned, done.RowsDeleted, done.RowsMarked, done.RowsAffected));
        Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'gone' AND Score = Token / 4 + 1 AND Token > 20"));

        mark = Orphans<Ticket>.Update(t => new Ticket { Name = "gone" });
        done = await context.BulkSynchronizeAsync(Tickets.New(15), ByToken with { Orphans = mark }, Token);
        Assert.Equal((15, 15, 5), (done.RowsUnchanged, done.RowsOrphaned, done.RowsMarked));
    }

    [Fact]
    public async Task Only_the_named_properties_are_compared_and_written()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 20);
        List<Ticket> given = [.. Tickets.New(30).Select(t => new Ticket { Token = t.Token, Name = t.Token > 10 ? "given" : t.Name, Score = -1 })];
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkSynchronizeAsync(given, ByToken with { Update = t => t.Name }, Token);
        Assert.Equal((10, 10, 10), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'given' AND Score = Token / 4"));

        given.ForEach(t => t.Score = 7);
        given[0].Name = "other";
        done = await context.BulkSynchronizeAsync(given, ByToken with { NotCompared = t => t.Score }, Token);
        Assert.Equal((1, 29), (done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Score = 7"));

        done = await context.BulkSynchronizeAsync(given, ByToken with { InsertOnly = t => t.Score }, Token);
        Assert.Equal((0, 30), (done.RowsUpdated, done.RowsUnchanged));
    }

    [Fact]
    public async Task A_new_row_may_have_the_unique_value_of_a_missing_one()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 10);
        await database.ExecuteAsync("ALTER TABLE tickets MODIFY Name varchar(50) NOT NULL, ADD UNIQUE (Name)");
        List<Ticket> given = Tickets.New(10);
        given[3].Token = 400;
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkSynchronizeAsync(given, ByToken, Token);

        Assert.Equal((1, 9, 1), (done.RowsInserted, done.RowsUnchanged, done.RowsDeleted));
        Assert.Equal(Tickets.Values(given), await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task Rows_that_are_given_twice_are_refused()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 10);
        await using ModelContext context = database.Context();

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkSynchronizeAsync([.. Tickets.New(20), new() { Token = 5, Name = "last" }], ByToken, Token));

        Assert.Equal(20, refused.RowIndex);
        Assert.EndsWith("Rows 4 and 20 have the same key. Give each row once.", refused.Message, StringComparison.Ordinal);
        Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_missing_row_that_others_need_is_named_and_nothing_is_stored(bool isJoined)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> stored = await Tickets.SeedAsync(database, 200);
        await database.ExecuteAsync(
            "CREATE TABLE notes (Id int PRIMARY KEY, TicketId bigint NOT NULL, FOREIGN KEY (TicketId) REFERENCES tickets (Id))",
            $"INSERT INTO notes VALUES (1, {stored[150].Id})");
        List<Ticket> given = Tickets.New(110, first: 50);
        given.ForEach(t => t.Name = "given");
        given.RemoveAll(t => t.Token == 151);
        await using ModelContext context = database.Context();
        await using var transaction = isJoined ? await context.Database.BeginTransactionAsync(Token) : null;
        if (isJoined)
            await TestDatabase.ExecuteAsync(context, "UPDATE tickets SET Score = 77 WHERE Token = 1");

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkSynchronizeAsync(given, ByToken, Token));

        Assert.Equal(1451, refused.ErrorNumber);
        Assert.Contains($"delete the stored row with the key {stored[150].Id},", refused.Message, StringComparison.Ordinal);
        Assert.All(given, t => Assert.Equal(0, t.Id));
        if (transaction is not null)
            await transaction.CommitAsync(Token);
        if (isJoined)
            stored[0].Score = 77;
        Assert.Equal(Tickets.Values(stored), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Tracked_entities_are_accepted_and_those_of_deleted_rows_detached(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 40);
        await using ModelContext context = database.Context();
        List<Ticket> tracked = await context.Set<Ticket>().OrderBy(t => t.Token).ToListAsync(Token);
        tracked[1].Name = "changed";
        List<Ticket> given = [.. tracked.Take(30), .. Tickets.New(5, 41)];
        context.Add(given[^1]);

        BulkResult done = await context.SynchronizeAsync(isAsync, given, ByToken);

        Assert.Equal((5, 1, 29, 10), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
        Assert.All(tracked.Take(30).Append(given[^1]), t => Assert.Equal(EntityState.Unchanged, context.Entry(t).State));
        Assert.All(tracked.Skip(30).Concat(given.Skip(30).SkipLast(1)), t => Assert.Equal(EntityState.Detached, context.Entry(t).State));
        Assert.Equal(0, await context.SaveChangesAsync(Token));
        Assert.Equal(Tickets.Values(given), await Tickets.StoredAsync(database));
    }

    [Fact]
    public async Task The_explanation_shows_the_query_and_changes_nothing()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 10);
        await using ModelContext context = database.Context();

        BulkExplanation explained = await context.ExplainBulkSynchronizeAsync(Tickets.New(20), new() { Scope = q => q.Where(t => t.Score < 100), Match = t => t.Token }, Token);

        Assert.StartsWith("SELECT SQL_BUFFER_RESULT ", explained.FirstStatement, StringComparison.Ordinal);
        Assert.EndsWith("FOR UPDATE", explained.FirstStatement, StringComparison.Ordinal);
        Assert.Contains("the scope is compared by Token", explained.Reason, StringComparison.Ordinal);
        Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_explanation_of_an_empty_list_is_that_of_the_call(bool isMarked)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 10);
        await using ModelContext context = database.Context();
        BulkSynchronizeOptions<Ticket> options = ByToken with { AllowEmpty = true, Orphans = isMarked ? Orphans<Ticket>.Update(t => new Ticket { Name = "gone" }) : Orphans<Ticket>.Delete };

        await Assert.ThrowsAsync<ArgumentException>(() => context.ExplainBulkSynchronizeAsync([], ByToken, Token));
        BulkExplanation explained = await context.ExplainBulkSynchronizeAsync([], options, Token);
        Assert.Equal(10, await database.CountAsync("SELECT COUNT(*) FROM tickets"));

        BulkResult done = await context.BulkSynchronizeAsync([], options, Token);
        Assert.Equal((done.Strategy, done.Reason, done.IsPipelined, done.PipeliningReason), (explained.Strategy, explained.Reason, explained.IsPipelined, explained.PipeliningReason));
        Assert.Contains("orphans by ", explained.Reason, StringComparison.Ordinal);
        Assert.EndsWith("FOR UPDATE", explained.FirstStatement, StringComparison.Ordinal);
        Assert.Equal(0, explained.RowCount);
        Assert.Equal(isMarked ? 10 : 0, await database.CountAsync("SELECT COUNT(*) FROM tickets"));
    }

    [Fact]
    public async Task The_explanation_of_a_stream_is_that_of_the_call()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();

        BulkExplanation explained = await context.ExplainBulkSynchronizeAsync(Tickets.New(3_000).Where(_ => true), ByToken, Token);
        BulkResult done = await context.BulkSynchronizeAsync(Tickets.New(3_000).Where(_ => true), ByToken, Token);

        Assert.Equal((done.Strategy, done.IsPipelined, done.PipeliningReason), (explained.Strategy, explained.IsPipelined, explained.PipeliningReason));
        Assert.Equal(3_000, explained.RowCount);
    }
}
