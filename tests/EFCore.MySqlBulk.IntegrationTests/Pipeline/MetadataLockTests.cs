using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>An <c>ALTER TABLE</c> waits for an operation's uncommitted rows, and everyone who uses the table next waits behind it: the operation must not
/// read its own rows over another connection.</summary>
[BothServers]
public abstract class MetadataLockTests(Servers servers, ServerKind kind)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task The_first_verification_of_keys_is_not_kept_waiting(bool isAsync)
    {
        await using TestDatabase database = await Tickets.EmptyAsync(servers, kind);
        List<Ticket> tickets = Tickets.New(60);

        await EndsAsync(database, "tickets", context => context.InsertAsync(isAsync, tickets, new() { BatchRows = 20, Pipelining = BulkPipelining.Always }));

        Assert.Equal(Tickets.Values(tickets), await Tickets.StoredAsync(database));
    }

    [Theory]
    [InlineData(1, true)]
    [InlineData(1, false)]
    [InlineData(2, true)]
    public async Task A_look_up_of_text_keys_is_not_kept_waiting(int connections, bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Word>(word =>
        {
            word.ToTable("words");
            word.HasKey(w => w.Key);
            word.Property(w => w.Key).HasMaxLength(20);
        }));
        List<Word> words = [.. Enumerable.Range(0, 200).Select(i => new Word { Key = $"ä{i}", Meaning = "old" })];
        await using ModelContext seed = database.Context();
        await seed.BulkInsertAsync(words, cancellationToken: TestContext.Current.CancellationToken);
        words.ForEach(word => word.Meaning = "new");

        await EndsAsync(database, "words", context => context.UpdateAsync(
            isAsync, words, new() { BatchRows = 2, Pipelining = BulkPipelining.Always, Connections = connections, Timeout = TimeSpan.FromSeconds(25) }));

        Assert.Equal(200, await database.CountAsync("SELECT COUNT(*) FROM words WHERE Meaning = 'new'"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [OnEachServer("Each server has locks of its own, and ends waits and deadlocks in its own way.")]
    public async Task Values_that_the_server_gives_are_read_back_past_it(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(
            model => model.Entity<Ticket>().ToTable("tickets").Property(ticket => ticket.Score).HasDefaultValue(1.5));
        List<Ticket> tickets = Tickets.New(60);
        tickets.ForEach(ticket => ticket.Score = 0);

        await EndsAsync(database, "tickets", context => context.InsertAsync(
            isAsync, tickets, new() { BatchRows = 20, Pipelining = BulkPipelining.Always, VerifyKeys = false, Timeout = TimeSpan.FromSeconds(25) }));

        Assert.All(tickets, ticket => Assert.Equal(1.5, ticket.Score));
    }

    private static async Task EndsAsync(TestDatabase database, string table, Func<ModelContext, Task<BulkResult>> call)
    {
        Task altering = Task.CompletedTask;
        AfterStatement alter = new(1, () => altering = AlterAsync(database, table));
        await using ModelContext context = database.Context(options => options.UseLoggerFactory(alter));

        BulkResult result = await Task.Run(() => call(context)).WaitAsync(Patience);

        Assert.False(string.IsNullOrEmpty(result.Reason));
        Assert.NotSame(Task.CompletedTask, altering);
        await altering.WaitAsync(Patience);
    }

    // Returns once it waits for the lock.
    private static Task AlterAsync(TestDatabase database, string table)
    {
        Task altering = Task.Run(() => database.ExecuteAsync($"ALTER TABLE {table} ADD COLUMN Later INT"));
        long started = Stopwatch.GetTimestamp();
        while (Threads.CountAsync(database, $"DB = '{database.Name}' AND STATE = 'Waiting for table metadata lock'").GetAwaiter().GetResult() == 0)
            Assert.True(Stopwatch.GetElapsedTime(started) < Patience && !altering.IsCompleted, "ALTER TABLE did not wait.");
        return altering;
    }

    private sealed class Word
    {
        public string Key { get; set; } = "";

        public string Meaning { get; set; } = "";
    }
}
