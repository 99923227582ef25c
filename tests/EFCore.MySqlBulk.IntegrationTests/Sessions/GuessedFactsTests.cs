using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>A call plans with the facts of the previous one. If outdated facts would do harm, the server is asked to confirm them.</summary>
[BothServers]
public abstract class GuessedFactsTests(Servers servers, ServerKind kind)
{
    private const string Guard = "mysqlbulk_facts_changed";
    private const string FactsQuery = "SELECT VERSION()";

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [OnEachServer("On MariaDB the delete is a join, which is guarded.")]
    public async Task Only_a_list_of_integer_keys_goes_unconfirmed_and_deletes_the_rows_named_in_any_session(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model =>
        {
            model.Entity<Line>().ToTable("entries").Property(line => line.Id).ValueGeneratedNever();
            model.Entity<Word>().ToTable("words").HasKey(word => word.Text);
        });
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled");
        await context.Database.OpenConnectionAsync(TestContext.Current.CancellationToken);
        await context.InsertAsync(isAsync, [.. Enumerable.Range(1, 20).Select(i => new Line { Id = i })]);
        await context.InsertAsync(isAsync, [.. ((string[])["a", @"a\b", @"a\\b"]).Select(text => new Word { Text = text })]);
        await TestDatabase.ExecuteAsync(context, "SET SESSION sql_mode='ANSI_QUOTES,NO_BACKSLASH_ESCAPES'");

        string[] sent = await proxy.SentAsync(() => context.DeleteAsync(isAsync, [.. Enumerable.Range(1, 10).Select(i => new Line { Id = i })]));
        // On MariaDB the statement is a join, which another setting may reject.
        Assert.Equal(kind == ServerKind.MariaDb, sent.Any(query => query.Contains(Guard, StringComparison.Ordinal)));
        Assert.Equal(Enumerable.Range(11, 10).Select(i => (long)i), await context.Set<Line>().Select(line => line.Id).OrderBy(id => id).ToListAsync(TestContext.Current.CancellationToken));

        sent = await proxy.SentAsync(() => context.DeleteAsync(isAsync, [new Word { Text = @"a\b" }, new Word { Text = "a" }]));
        Assert.Contains(sent, query => query.Contains(Guard, StringComparison.Ordinal));
        Assert.Equal([@"a\\b"], await context.Set<Word>().Select(word => word.Text).ToListAsync(TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData(true, 20)]
    [InlineData(false, 20)]
    [InlineData(true, 1_999)]
    [InlineData(false, 1_999)]
    [InlineData(true, 3_500)]
    [InlineData(false, 3_500)]
    public async Task The_first_statement_confirms_the_facts_of_all(bool isAsync, int rows)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Word>().ToTable("words").HasKey(word => word.Text));
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled");
        await context.Database.OpenConnectionAsync(TestContext.Current.CancellationToken);
        await context.InsertAsync(isAsync, [new Word { Text = "first" }]);
        for (int round = 0; round < 2; round++)
        {
            Word[] words = [.. Enumerable.Range(1, rows).Select(i => new Word { Text = $@"{round}\{i}" })];
            string[] sent = await proxy.SentAsync(() => context.InsertAsync(isAsync, words));
            Assert.Equal(1 + round, sent.Count(query => query.Contains(Guard, StringComparison.Ordinal) || query.Contains(FactsQuery, StringComparison.Ordinal)));
            Assert.Equal(round, sent.Count(query => query.Contains(FactsQuery, StringComparison.Ordinal)));
            string[] stored = await context.Set<Word>().Where(word => word.Text.StartsWith($"{round}")).Select(word => word.Text).ToArrayAsync(TestContext.Current.CancellationToken);
            Assert.Equal(words.Select(word => word.Text).Order(StringComparer.Ordinal), stored.Order(StringComparer.Ordinal));
            await TestDatabase.ExecuteAsync(context, "SET SESSION sql_mode='STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES'");
        }
    }

    [Theory]
    [InlineData(true, 1, null)]
    [InlineData(false, 1, null)]
    [InlineData(true, 20, null)]
    [InlineData(false, 20, null)]
    [InlineData(true, 1_500, null)]
    [InlineData(false, 1_500, null)]
    [InlineData(true, 3_500, null)]
    [InlineData(false, 3_500, null)]
    [InlineData(true, 20, BulkStrategy.PreparedMultiRow)]
    [InlineData(false, 20, BulkStrategy.PreparedMultiRow)]
    public async Task A_wrong_guess_of_a_mode_that_is_not_strict_leaves_the_session_its_own(bool isAsync, int rows, BulkStrategy? strategy)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Line>().ToTable("entries"));
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(TestContext.Current.CancellationToken);
        foreach (string mode in (string[])["ANSI_QUOTES", "", "NO_BACKSLASH_ESCAPES", "STRICT_ALL_TABLES"])
        {
            await TestDatabase.ExecuteAsync(context, $"SET SESSION sql_mode='{mode}'");
            Assert.Equal(rows, (await context.InsertAsync(isAsync, [.. Enumerable.Range(1, rows).Select(_ => new Line())], new() { Strategy = strategy })).RowsInserted);
            Assert.Equal(mode, (await TestDatabase.QueryAsync(context, "SELECT @@SESSION.sql_mode"))[0][0]);
        }

        Assert.Equal(4 * rows, await database.CountAsync("SELECT COUNT(*) FROM entries"));
    }

    // MariaDB refuses joins in a session with sql_safe_updates.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_requested_strategy_is_refused_by_the_facts_of_the_session_and_not_by_a_guess(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Marked>().ToTable("entries").Property(each => each.Id).ValueGeneratedNever());
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled");
        await context.Database.OpenConnectionAsync(TestContext.Current.CancellationToken);
        await context.InsertAsync(isAsync, Rows(0));
        await TestDatabase.ExecuteAsync(context, "SET SESSION sql_safe_updates=1");
        await context.UpdateAsync(isAsync, Rows(1));

        await TestDatabase.ExecuteAsync(context, "SET SESSION sql_safe_updates=0");
        Assert.Equal(20, (await JoinAsync(2)).RowsUpdated);
        string[] sent = await proxy.SentAsync(() => JoinAsync(3));
        Assert.DoesNotContain(sent, query => query.Contains(FactsQuery, StringComparison.Ordinal));

        await TestDatabase.ExecuteAsync(context, "SET SESSION sql_safe_updates=1");
        if (kind == ServerKind.MariaDb)
            Assert.Contains("sql_safe_updates is on", (await Assert.ThrowsAsync<InvalidOperationException>(() => JoinAsync(4))).Message, StringComparison.Ordinal);
        else
            Assert.Equal(20, (await JoinAsync(4)).RowsUpdated);
        Assert.Equal(20, await database.CountAsync($"SELECT COUNT(*) FROM entries WHERE Mark = {(kind == ServerKind.MariaDb ? 3 : 4)}"));

        Marked[] Rows(int mark) => [.. Enumerable.Range(1, 20).Select(i => new Marked { Id = i, Mark = mark })];
        Task<BulkResult> JoinAsync(int mark) => context.UpdateAsync(isAsync, Rows(mark), new() { Strategy = BulkStrategy.ValuesJoin });
    }

    // The guard goes with what begins the flight.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_guess_is_confirmed_before_statements_are_in_flight(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Line>().ToTable("entries"));
        await database.ExecuteAsync("ALTER TABLE entries ENGINE=MyISAM");
        await using FaultProxy proxy = new(database.ConnectionString);
        await using ModelContext context = database.Context(proxy, "SslMode=Disabled");
        await context.Database.OpenConnectionAsync(TestContext.Current.CancellationToken);
        // Then the table's engine is known.
        await context.InsertAsync(isAsync, [new Line(), new Line()]);
        foreach ((string mode, int changed) in ((string, int)[])[("STRICT_ALL_TABLES", 1), ("STRICT_ALL_TABLES,ANSI_QUOTES", 1), ("STRICT_ALL_TABLES,ANSI_QUOTES", 0)])
        {
            await TestDatabase.ExecuteAsync(context, $"SET SESSION sql_mode='{mode}'");
            Line[] lines = [.. Enumerable.Range(1, 200).Select(_ => new Line())];
            BulkResult done = new();
            string[] sent = await proxy.SentAsync(async () => done = await context.InsertAsync(isAsync, lines));
            Assert.True(done.IsPipelined);
            Assert.Single(sent, query => query.Contains(Guard, StringComparison.Ordinal));
            Assert.Equal(changed, sent.Count(query => query.Contains(FactsQuery, StringComparison.Ordinal)));
            Assert.Equal(200, lines.Select(line => line.Id).Distinct().Count(id => id > 0));
        }
    }

    private sealed class Line
    {
        public long Id { get; set; }
    }

    private sealed class Marked
    {
        public long Id { get; set; }

        public int Mark { get; set; }
    }

    private sealed class Word
    {
        public string Text { get; set; } = "";
    }
}
