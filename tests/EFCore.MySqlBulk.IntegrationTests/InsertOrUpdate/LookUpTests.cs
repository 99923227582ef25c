using System.Collections.Concurrent;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.Extensions.Logging;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>A small call looks for its rows without locks, or not at all, where a unique index refuses what it has not seen; whatever it takes for granted, what it stores and counts is right.</summary>
[BothServers]
public abstract class LookUpTests(Servers servers, ServerKind kind)
{
    private const int Writers = 8;
    private const int Calls = 12;
    private const int RowsPerCall = 10;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Writers_of_new_rows_do_not_meet(bool inTransaction)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind, Servers.Roomy);
        await SkipWhereSnapshotsIsolateAsync(database, inTransaction);
        await Tickets.SeedAsync(database, 1);
        using RetriedCalls retried = new();
        ConcurrentBag<BulkResult> done = [];

        await Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Run(
            async () =>
            {
                await using ModelContext context = database.Context(o => o.UseLoggerFactory(retried));
                for (int call = 0; call < Calls; call++)
                {
                    // The rows of all writers lie between each other.
                    List<Ticket> rows = [.. Enumerable.Range(0, RowsPerCall).Select(i => new Ticket { Token = 2 + writer + (Writers * ((call * RowsPerCall) + i)), Name = $"{writer}" })];
                    await using IDbContextTransaction? transaction = inTransaction ? await context.Database.BeginTransactionAsync(Token) : null;
                    done.Add(await context.InsertOrUpdateAsync(isAsync: writer % 2 == 0, rows, new() { Match = t => t.Token }));
                    if (transaction is not null)
                        await transaction.CommitAsync(Token);
                }
            },
            Token)));

        Assert.All(done, result => Assert.Equal((RowsPerCall, 0, 0), (result.RowsInserted, result.RowsUpdated, result.RowsUnchanged)));
        Assert.Equal(1 + (Writers * Calls * RowsPerCall), (await Tickets.StoredAsync(database)).Count);
        Assert.Equal(0, retried.Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Each_call_tries_first_what_fits_the_last_one(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await Tickets.SeedAsync(database, 1);
        await using ModelContext context = database.Context();

        await CallAsync(Tickets.New(3, first: 2), (3, 0), "looked up by Token first, and those that exist are locked, then new ones");
        await CallAsync(Tickets.New(3, first: 5), (3, 0), "assumed to be new, because the last call found none by Token, then new ones");
        Assert.StartsWith("INSERT", (await ExplainAsync()).FirstStatement, StringComparison.Ordinal);
        // The guess was wrong: the call is made again with locks.
        await CallAsync(Changed(Tickets.New(3, first: 7)), (2, 1), "looked up by Token and locked first, then ");
        Assert.DoesNotContain("FOR UPDATE", (await ExplainAsync()).FirstStatement, StringComparison.Ordinal);
        await CallAsync(Changed(Tickets.New(3)), (0, 3), "looked up by Token first, and those that exist are locked, then existing ones");
        Assert.Contains("FOR UPDATE", (await ExplainAsync()).FirstStatement, StringComparison.Ordinal);
        await CallAsync(Tickets.New(3), (0, 3), "looked up by Token and locked first, then existing ones");

        List<(long Id, int Token, string Name, double Score)> stored = await Tickets.StoredAsync(database);
        Assert.Equal(Enumerable.Range(1, 9), stored.Select(row => row.Token).Order());

        async Task CallAsync(List<Ticket> rows, (long, long) counts, string reason)
        {
            BulkResult result = await context.InsertOrUpdateAsync(isAsync, rows, new() { Match = t => t.Token });
            Assert.Contains(reason, result.Reason, StringComparison.Ordinal);
            Assert.Equal(counts, (result.RowsInserted, result.RowsUpdated));
            Dictionary<int, (long Id, string Name)> now = (await Tickets.StoredAsync(database)).ToDictionary(row => row.Token, row => (row.Id, row.Name));
            Assert.All(rows, row => Assert.Equal(now[row.Token], (row.Id, row.Name)));
        }

        Task<BulkExplanation> ExplainAsync() => context.ExplainBulkInsertOrUpdateAsync(Tickets.New(3), new() { Match = t => t.Token }, Token);
    }

    // Between the look and the insert, somebody else inserts one of the rows.
    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task A_row_that_comes_in_between_is_updated(bool inTransaction, bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await SkipWhereSnapshotsIsolateAsync(database, inTransaction);
        List<Ticket> seeded = await Tickets.SeedAsync(database, 2);
        OnceBefore meanwhile = new("INSERT INTO `tickets`", _ => Tickets.SeedAsync(database, 1, first: 4)) { IsArmed = true };
        await using ModelContext context = database.Context(o => o.AddInterceptors(meanwhile));
        List<Ticket> rows = Changed([.. Tickets.New(4, first: 2)]);
        await using IDbContextTransaction? transaction = inTransaction ? await context.Database.BeginTransactionAsync(Token) : null;
        if (inTransaction)
            await context.Set<Ticket>().Where(t => t.Token == 1).ExecuteUpdateAsync(set => set.SetProperty(t => t.Name, "before"), Token);

        BulkResult result = await context.InsertOrUpdateAsync(isAsync, rows, new() { Match = t => t.Token });

        Assert.False(meanwhile.IsArmed);
        if (transaction is not null)
            await transaction.CommitAsync(Token);
        Assert.Equal((2, 2, 0), (result.RowsInserted, result.RowsUpdated, result.RowsUnchanged));
        List<(long Id, int Token, string Name, double Score)> stored = await Tickets.StoredAsync(database);
        Assert.Equal([(1, inTransaction ? "before" : seeded[0].Name), .. rows.Select(row => (row.Token, row.Name))], stored.Select(row => (row.Token, row.Name)).Order());
        Assert.All(rows, row => Assert.Contains((row.Id, row.Token), stored.Select(each => (each.Id, each.Token))));
    }

    [Fact]
    public async Task Without_the_models_index_a_row_is_still_found()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        await database.ExecuteAsync("ALTER TABLE tickets DROP INDEX `IX_tickets_Token`");
        for (int call = 0; call < 3; call++)
        {
            BulkResult result = await context.BulkInsertOrUpdateAsync(Tickets.New(3), new() { Match = t => t.Token }, Token);
            Assert.Equal(call == 0 ? 3 : 0, result.RowsInserted);
            Assert.Contains("locked first", result.Reason, StringComparison.Ordinal);
        }

        Assert.Equal(3, (await Tickets.StoredAsync(database)).Count);
    }

    [Fact]
    public async Task A_renamed_index_is_asked_for_again()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        await Tickets.SeedAsync(database, 12);
        string[] names = ["IX_tickets_Token", "other", "third"];
        for (int i = 0; i < names.Length; i++)
        {
            if (i > 0)
                await database.ExecuteAsync($"ALTER TABLE tickets RENAME INDEX `{names[i - 1]}` TO `{names[i]}`");
            Assert.Equal(12, (await context.BulkUpdateAsync(Tickets.New(12).ConvertAll(t => new Ticket { Token = t.Token, Name = names[i] }), new() { Match = t => t.Token, Update = t => t.Name }, Token)).RowsUpdated);
            BulkExplanation explained = await context.ExplainBulkUpdateAsync(Tickets.New(12), new() { Match = t => t.Token, Update = t => t.Name }, Token);
            Assert.Contains($"FORCE INDEX (`{names[i]}`)", explained.FirstStatement, StringComparison.Ordinal);
        }

        Assert.All(await Tickets.StoredAsync(database), row => Assert.Equal("third", row.Name));
    }

    // It would keep the rows of a refused statement.
    [Fact]
    [OnEachServer("MySQL with GTIDs refuses tables without transactions in a transaction, MariaDB takes them.")]
    public async Task A_table_that_takes_nothing_back_is_looked_up_first()
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        await database.ExecuteAsync("ALTER TABLE tickets ENGINE=MyISAM");
        foreach (int first in new[] { 1, 4, 5 })
        {
            BulkResult result = await context.BulkInsertOrUpdateAsync(Changed(Tickets.New(3, first)), new() { Match = t => t.Token }, Token);
            Assert.Equal(first == 5 ? 1 : 3, result.RowsInserted);
        }

        Assert.Equal(7, (await Tickets.StoredAsync(database)).Count);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task New_rows_of_a_known_table_are_one_statement(bool updates)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        await using ModelContext context = database.Context();
        for (int call = 0; call < 3; call++)
        {
            List<Ticket> rows = Tickets.New(4, first: 1 + (4 * call));
            BulkResult result = updates
                ? await context.BulkInsertOrUpdateAsync(rows, new() { Match = t => t.Token }, Token)
                : await context.BulkInsertIfAbsentAsync(rows, new() { Match = t => t.Token }, Token);
            Assert.Equal(4, result.RowsInserted);
            if (call == 2)
                Assert.Equal(1, result.Statements);
        }

        Assert.Equal(12, (await Tickets.StoredAsync(database)).Count);
    }

    private async Task SkipWhereSnapshotsIsolateAsync(TestDatabase database, bool inTransaction)
    {
        string version = (string)(await database.QueryAsync("SELECT SUBSTRING_INDEX(VERSION(), '-', 1)"))[0][0]!;
        Assert.SkipWhen(
            inTransaction && kind == ServerKind.MariaDb && Version.Parse(version) >= new Version(11, 6),
            "MariaDB from 11.6 on ends a transaction that locks a row which has changed since a plain look, so rows are looked up under locks there.");
    }

    private static List<Ticket> Changed(List<Ticket> rows)
    {
        rows.ForEach(row => row.Name += "!");
        return rows;
    }

    /// <summary>Counts the calls that were made again because of a conflict.</summary>
    private sealed class RetriedCalls : LogListener
    {
        private int _count;

        public int Count => _count;

        public override void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            if (eventId == BulkEventId.OperationRetried)
                Interlocked.Increment(ref _count);
        }
    }
}
