using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Proxy;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>A small call plans with the facts of the previous one. If outdated facts would do harm, the server is asked to confirm them.</summary>
[BothServers]
public abstract class GuessedFactsTests(Servers servers, ServerKind kind)
{
    private const string Guard = "mysqlbulk_facts_changed";

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

        string[] sent = await SentAsync(proxy, () => context.DeleteAsync(isAsync, [.. Enumerable.Range(1, 10).Select(i => new Line { Id = i })]));
        // On MariaDB the statement is a join, which another setting may reject.
        Assert.Equal(kind == ServerKind.MariaDb, sent.Any(query => query.Contains(Guard, StringComparison.Ordinal)));
        Assert.Equal(Enumerable.Range(11, 10).Select(i => (long)i), await context.Set<Line>().Select(line => line.Id).OrderBy(id => id).ToListAsync(TestContext.Current.CancellationToken));

        sent = await SentAsync(proxy, () => context.DeleteAsync(isAsync, [new Word { Text = @"a\b" }, new Word { Text = "a" }]));
        Assert.Contains(sent, query => query.Contains(Guard, StringComparison.Ordinal));
        Assert.Equal([@"a\\b"], await context.Set<Word>().Select(word => word.Text).ToListAsync(TestContext.Current.CancellationToken));
    }

    private static async Task<string[]> SentAsync(FaultProxy proxy, Func<Task> work)
    {
        int before = proxy.Links.Sum(link => link.Queries.Count);
        await work();
        return [.. proxy.Links.SelectMany(link => link.Queries).Skip(before)];
    }

    private sealed class Line
    {
        public long Id { get; set; }
    }

    private sealed class Word
    {
        public string Text { get; set; } = "";
    }
}
