using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.IntegrationTests.SaveChanges;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Synchronize;

/// <summary>A result and the log say what was done, and by which ways rows really went.</summary>
[BothServers]
public abstract class ResultTextTests(Servers servers, ServerKind kind)
{
    [Fact]
    [SuppressMessage("Reliability", "CA2000", Justification = "It holds nothing.")]
    public async Task A_call_that_looks_rows_up_names_the_ways_of_the_rows_that_were_sent()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> stored = await Tickets.SeedAsync(database, 5);
        stored.ForEach(t => t.Name += "!");
        SavedRuns log = new();
        await using ModelContext context = database.Context(o => o.UseLoggerFactory(log));

        BulkResult updated = await context.BulkInsertOrUpdateAsync(stored, cancellationToken: Token);
        Assert.Equal((BulkStrategy.ValuesJoin, 5), (updated.Strategy, updated.RowsUpdated));
        Assert.Equal("rows are looked up by Id first, and those that exist are locked, then existing ones by ValuesJoin (each row has its own values, which are best sent as a list of literals)", updated.Reason);
        Assert.StartsWith("5 rows updated in ", updated.ToString(), StringComparison.Ordinal);

        BulkResult both = await context.BulkInsertOrUpdateAsync([.. stored.Select(t => Copy(t, "?")), .. Tickets.New(3, first: 6)], new() { Match = t => t.Token }, Token);
        Assert.Equal((3, 5), (both.RowsInserted, both.RowsUpdated));
        Assert.Contains("new ones by MultiRowValues (", both.Reason, StringComparison.Ordinal);
        Assert.Contains(" and existing ones by ValuesJoin (", both.Reason, StringComparison.Ordinal);

        BulkResult nothing = await context.BulkInsertIfAbsentAsync(Tickets.New(8), new() { Match = t => t.Token }, Token);
        Assert.Equal((BulkStrategy.None, 8), (nothing.Strategy, nothing.RowsUnchanged));
        Assert.StartsWith("0 rows changed, 8 unchanged, in ", nothing.ToString(), StringComparison.Ordinal);
        Assert.EndsWith(" s, \"rows are looked up by Token first, and those that exist are locked, and there is nothing to write\"", nothing.ToString(), StringComparison.Ordinal);

        BulkResult synchronized = await context.BulkSynchronizeAsync(Tickets.New(4, first: 6), new() { Match = t => t.Token, WholeTable = true }, Token);
        Assert.Equal((1, 3, 5), (synchronized.RowsInserted, synchronized.RowsUnchanged, synchronized.RowsDeleted));
        Assert.StartsWith("the scope is compared by Token and locked first, then ", synchronized.Reason, StringComparison.Ordinal);

        string[] messages = [.. log.Messages];
        Assert.Contains("5 rows (0 inserted, 5 updated, 0 deleted)", messages[0], StringComparison.Ordinal);
        Assert.Contains("8 rows (3 inserted, 5 updated, 0 deleted)", messages[1], StringComparison.Ordinal);
        Assert.Contains("0 rows (0 inserted, 0 updated, 0 deleted)", messages[2], StringComparison.Ordinal);
        Assert.Contains("6 rows (1 inserted, 0 updated, 5 deleted)", messages[3], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_call_that_finds_nothing_says_what_it_would_have_done()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        List<Ticket> gone = [.. Enumerable.Range(1, 3).Select(id => new Ticket { Id = id, Token = id })];

        Assert.StartsWith("0 rows updated in ", (await context.BulkUpdateAsync(gone, new() { NotFound = NotFoundRows.Ignore }, Token)).ToString(), StringComparison.Ordinal);
        Assert.StartsWith("0 rows deleted in ", (await context.BulkDeleteAsync(gone, new() { NotFound = NotFoundRows.Ignore }, Token)).ToString(), StringComparison.Ordinal);
        Assert.StartsWith("0 rows deleted in ", (await context.Set<Ticket>().BulkDeleteByKeyAsync([1L, 2, 3], new() { NotFound = NotFoundRows.Ignore }, Token)).ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Hooks_of_missing_rows_are_told_of_only_if_those_are_deleted()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 3);
        await using ModelContext context = database.Context(o => o
            .UseMySqlBulk(b => b.BeforeUpdate<Ticket>((_, _) => { }).BeforeDelete<Ticket>((_, _) => { }))
            .ConfigureWarnings(w => w.Throw(BulkEventId.HooksNotRun)));
        BulkSynchronizeOptions<Ticket> options = new() { Match = t => t.Token, WholeTable = true, Orphans = Orphans<Ticket>.Update(t => new Ticket { Name = "gone" }) };

        BulkResult marked = await context.BulkSynchronizeAsync(Tickets.New(1), options, Token);
        InvalidOperationException told = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkSynchronizeAsync(Tickets.New(1), options with { Orphans = Orphans<Ticket>.Delete }, Token));

        Assert.Equal(2, marked.RowsMarked);
        Assert.Contains("has BeforeDelete hooks, which BulkSynchronize does not run for orphans", told.Message, StringComparison.Ordinal);
    }

    private static Ticket Copy(Ticket ticket, string name) => new() { Token = ticket.Token, Name = name, Score = ticket.Score };
}
