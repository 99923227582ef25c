using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Update;

/// <summary>With <c>NotFoundRows.Ignore</c>, an update passes over rows that are gone, but never over rows that somebody has changed.</summary>
[BothServers]
public abstract class PassedOverRowsTests(Servers servers, ServerKind kind)
{
    private const int Rows = 300;

    private static readonly int[] Gone = [0, 1, 17, 99, 100, 201, 298, 299];

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    public async Task Rows_that_are_gone_are_passed_over(bool isAsync, bool isTracked)
    {
        await using TestDatabase database = await CreateAsync();
        foreach (BulkStrategy? strategy in EveryStrategy.Updates(kind).Select(each => (BulkStrategy?)each).Append(null))
        {
            foreach (bool isStream in (bool[])[false, true])
            {
                await using ModelContext context = database.Context();
                List<Entry> entries = await GoneAsync(database, context, isTracked);
                entries.ForEach(entry => entry.Name = "mine");

                BulkResult done = await context.UpdateAsync(
                    isAsync, isStream ? entries.Select(entry => entry) : entries, new() { Strategy = strategy, BatchRows = strategy is null ? null : 100, NotFound = NotFoundRows.Ignore });

                Assert.Equal(Rows - Gone.Length, done.RowsUpdated);
                Assert.Equal(Rows - Gone.Length, await database.CountAsync("SELECT COUNT(*) FROM entries WHERE Name = 'mine'"));
                Assert.Equal(Rows - Gone.Length, await database.CountAsync("SELECT COUNT(*) FROM entries"));
                // What the server computed is read back for the others.
                Assert.All(entries, entry => Assert.Equal(Gone.Contains(entry.Id - 1) ? "THEIRS" : "MINE", entry.Upper));
                if (isTracked)
                    Assert.All(entries, entry => Assert.Equal(Gone.Contains(entry.Id - 1) ? EntityState.Modified : EntityState.Unchanged, context.Entry(entry).State));
            }
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_row_that_has_changed_is_an_error_and_the_only_one_that_is_named(bool hasTransaction)
    {
        await using TestDatabase database = await CreateAsync();
        foreach (BulkStrategy? strategy in EveryStrategy.Updates(kind).Select(each => (BulkStrategy?)each).Append(null))
        {
            if (hasTransaction && strategy == BulkStrategy.PipelinedArrayBatch)
                continue;
            await using ModelContext context = database.Context();
            List<Entry> entries = await GoneAsync(database, context, isTracked: false);
            await database.ExecuteAsync("UPDATE entries SET Version = 7 WHERE Id IN (51, 52)");
            entries.ForEach(entry => entry.Name = "mine");
            await using Microsoft.EntityFrameworkCore.Storage.IDbContextTransaction? transaction = hasTransaction ? await context.Database.BeginTransactionAsync(Token) : null;

            BulkConcurrencyException changed = await Assert.ThrowsAsync<BulkConcurrencyException>(
                () => context.BulkUpdateAsync(entries, new() { Strategy = strategy, BatchRows = strategy is null ? null : 100, NotFound = NotFoundRows.Ignore }, Token));

            // Row by row, the first one ends the call.
            Assert.Equal(strategy == BulkStrategy.RowByRow ? [50] : [50, 51], changed.RowIndexes);
            Assert.Equal(BulkOutcome.Nothing, changed.Outcome);
            if (transaction is not null)
                await transaction.CommitAsync(Token);
            Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM entries WHERE Name = 'mine'"));
            Assert.Equal(
                Rows - Gone.Length,
                (await context.BulkUpdateAsync(entries, new() { Strategy = strategy, NotFound = NotFoundRows.Ignore, CheckConcurrency = false }, Token)).RowsUpdated);
            if (hasTransaction)
                await database.ExecuteAsync("UPDATE entries SET Name = ''");
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public async Task Many_rows_on_connections_of_their_own_are_passed_over_too(int connections)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = await Tickets.SeedAsync(database, 9_000);
        await database.ExecuteAsync("DELETE FROM tickets WHERE Token % 10 = 3");
        tickets.ForEach(ticket => ticket.Name = "mine");
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkUpdateAsync(tickets, new() { NotFound = NotFoundRows.Ignore, Connections = connections, Pipelining = BulkPipelining.Always }, Token);

        Assert.Equal((8_100, true), (done.RowsUpdated, done.IsPipelined));
        Assert.Equal(8_100, await database.CountAsync("SELECT COUNT(*) FROM tickets WHERE Name = 'mine'"));
        await database.ExecuteAsync("DELETE FROM tickets");
        Assert.Equal(0, (await context.BulkUpdateAsync(tickets, new() { NotFound = NotFoundRows.Ignore }, Token)).RowsUpdated);
        Assert.Equal(0, (await context.BulkUpdateAsync([tickets[0]], new() { NotFound = NotFoundRows.Ignore }, Token)).RowsUpdated);
    }

    [Fact]
    public async Task Rows_that_are_matched_by_a_unique_index_are_passed_over_too()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 100);
        await database.ExecuteAsync("DELETE FROM tickets WHERE Token % 10 = 3");
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            await using ModelContext context = database.Context();
            List<Ticket> tickets = [.. Enumerable.Range(1, 100).Select(token => new Ticket { Token = token, Name = $"{strategy}" })];
            BulkResult done = await context.BulkUpdateAsync(tickets, new() { Strategy = strategy, Match = ticket => ticket.Token, NotFound = NotFoundRows.Ignore }, Token);
            Assert.Equal(90, done.RowsUpdated);
            Assert.Equal(90, await database.CountAsync($"SELECT COUNT(*) FROM tickets WHERE Name = '{strategy}'"));
        }
    }

    [Fact]
    public async Task Rows_that_a_condition_leaves_as_they_are_are_told_from_those_that_are_gone()
    {
        await using TestDatabase database = await CreateAsync();
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            await using ModelContext context = database.Context();
            List<Entry> entries = await GoneAsync(database, context, isTracked: false);
            foreach (Entry entry in entries)
                entry.Name = entry.Id % 3 == 0 ? "a" : "z";
            BulkUpdateOptions<Entry> options = new() { Strategy = strategy, NotFound = NotFoundRows.Ignore, UpdateWhen = (stored, given) => given.Id % 3 == 0, Update = entry => entry.Name };
            int there = Rows - Gone.Length;
            int met = entries.Count(entry => entry.Id % 3 == 0 && !Gone.Contains(entry.Id - 1));

            BulkResult done = await context.BulkUpdateAsync(entries, options, Token);

            Assert.Equal((met, there - met), (done.RowsUpdated, done.RowsUnchanged));
            Assert.Equal(met, await database.CountAsync("SELECT COUNT(*) FROM entries WHERE Name = 'a'"));
            await database.ExecuteAsync("UPDATE entries SET Version = 7 WHERE Id IN (51, 52)");
            BulkConcurrencyException changed = await Assert.ThrowsAsync<BulkConcurrencyException>(() => context.BulkUpdateAsync(entries, options, Token));
            Assert.Subset(new HashSet<int> { 50, 51 }, changed.RowIndexes.ToHashSet());

            InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(
                () => context.BulkUpdateAsync(entries, options with { Update = entry => new { entry.Name, entry.Version } }, Token));
            Assert.Contains("a concurrency token that the update changes", refused.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Keys_that_the_server_treats_as_equal_are_not_taken_for_missing_rows()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Word>().ToTable("words").HasKey(word => word.Text));
        await database.ExecuteAsync("INSERT INTO words (Text, Value) VALUES ('a', 0), ('b', 0)");
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
        {
            await using ModelContext context = database.Context();
            List<Word> words = [new() { Text = "a", Value = 1 }, new() { Text = "A", Value = 2 }, new() { Text = "b", Value = 3 }, new() { Text = "gone", Value = 4 }];
            foreach (bool ignores in (bool[])[false, true])
            {
                BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
                    () => context.BulkUpdateAsync(ignores ? words : words[..3], new() { Strategy = strategy, NotFound = ignores ? NotFoundRows.Ignore : NotFoundRows.Fail }, Token));
                Assert.Equal((1, "Rows 0 and 1 have the same key."), (refused.RowIndex, refused.Message.Split(" Give")[0]));
            }

            Assert.Equal(0, await database.CountAsync("SELECT SUM(Value) FROM words"));
        }
    }

    // All entries as they were before some were deleted.
    private static async Task<List<Entry>> GoneAsync(TestDatabase database, ModelContext context, bool isTracked)
    {
        await using ModelContext other = database.Context();
        await database.ExecuteAsync("DELETE FROM entries");
        await other.BulkInsertAsync(Enumerable.Range(1, Rows).Select(id => new Entry { Id = id, Name = "theirs" }), null, Token);
        List<Entry> entries = await (isTracked ? context.Set<Entry>() : context.Set<Entry>().AsNoTracking()).OrderBy(entry => entry.Id).ToListAsync(Token);
        await database.ExecuteAsync($"DELETE FROM entries WHERE Id IN ({string.Join(',', Gone.Select(i => i + 1))})");
        return entries;
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Entry>(entry =>
    {
        entry.ToTable("entries").Property(e => e.Id).ValueGeneratedNever();
        entry.Property(e => e.Version).IsConcurrencyToken();
        entry.Property(e => e.Name).HasMaxLength(50);
        entry.Property(e => e.Upper).HasMaxLength(50).HasComputedColumnSql("UPPER(Name)", stored: true);
    }));

    private sealed class Entry
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public string? Upper { get; set; }

        public int Version { get; set; }
    }

    private sealed class Word
    {
        public string Text { get; set; } = "";

        public int Value { get; set; }
    }
}
