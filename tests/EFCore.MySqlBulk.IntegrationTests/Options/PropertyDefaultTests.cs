using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Options;

/// <summary><c>UseMySqlBulk</c> names, for the entities of a class, properties that do not make a row differ, and those that only new rows get.</summary>
[BothServers]
public abstract class PropertyDefaultTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task They_hold_for_every_call_that_names_none(bool synchronizes)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = Context(database);
        await RunAsync(Notes(6, text: "old", stamp: 1));

        // Two rows differ in their text, the others in their stamps only.
        List<Note> given = Notes(8, text: "old", stamp: 2);
        given[0].Text = given[1].Text = "new";
        BulkResult done = await RunAsync(given);
        Assert.Equal((2L, 2L, 4L), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(
            [(1, "new", 2, 1), (2, "new", 2, 1), (3, "old", 1, 1), (4, "old", 1, 1), (5, "old", 1, 1), (6, "old", 1, 1), (7, "old", 2, 2), (8, "old", 2, 2)],
            await StoredAsync(context));

        Task<BulkResult> RunAsync(List<Note> notes)
            => synchronizes ? context.BulkSynchronizeAsync(notes, new() { WholeTable = true }, Token) : context.BulkInsertOrUpdateAsync(notes, cancellationToken: Token);
    }

    [Fact]
    public async Task What_a_call_names_takes_precedence()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = Context(database);
        await context.BulkInsertAsync(Notes(3, "old", stamp: 1), cancellationToken: Token);
        BulkResult done = await context.BulkInsertOrUpdateAsync(Notes(3, "old", stamp: 2), new() { NotCompared = n => n.Text }, Token);
        Assert.Equal((3L, 0L), (done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal([(1, "old", 2, 1), (2, "old", 2, 1), (3, "old", 2, 1)], await StoredAsync(context));

        done = await context.BulkInsertOrUpdateAsync(Notes(3, "new", stamp: 3), new() { Update = n => n.Created }, Token);
        Assert.Equal([(1, "old", 2, 3), (2, "old", 2, 3), (3, "old", 2, 3)], await StoredAsync(context));

        // A call that writes nothing else compares it.
        done = await context.BulkInsertOrUpdateAsync(Notes(3, "new", stamp: 4), new() { Update = n => n.Changed }, Token);
        Assert.Equal((3L, 0L), (done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal([(1, "old", 4, 3), (2, "old", 4, 3), (3, "old", 4, 3)], await StoredAsync(context));
        done = await context.BulkSynchronizeAsync(Notes(3, "new", stamp: 5), new() { WholeTable = true, Update = n => n.Changed }, Token);
        Assert.Equal((3L, 0L), (done.RowsUpdated, done.RowsUnchanged));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task They_hold_for_orphans_that_are_marked(bool isNamed)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = isNamed ? database.Context() : Context(database);
        await context.BulkInsertAsync(Notes(3, "old", stamp: 1), cancellationToken: Token);
        Assert.Equal((2, 2), await RunAsync(Orphans<Note>.Update(n => new Note { Text = "gone", Changed = 2 })));
        Assert.Equal([(1, "old", 1, 1), (2, "gone", 2, 1), (3, "gone", 2, 1)], await StoredAsync(context));

        // They are marked already, so the later stamp is not a reason to write them again.
        Assert.Equal((2, 0), await RunAsync(Orphans<Note>.Update(n => new Note { Text = "gone", Changed = 3 })));
        Assert.Equal([(1, "old", 1, 1), (2, "gone", 2, 1), (3, "gone", 2, 1)], await StoredAsync(context));

        // Orphans that get nothing else are compared by it.
        Assert.Equal((2, 2), await RunAsync(Orphans<Note>.Update(n => new Note { Changed = 4 })));
        Assert.Equal((2, 0), await RunAsync(Orphans<Note>.Update(n => new Note { Changed = 4 })));
        Assert.Equal([(1, "old", 1, 1), (2, "gone", 4, 1), (3, "gone", 4, 1)], await StoredAsync(context));

        async Task<(long Orphaned, long Marked)> RunAsync(Orphans<Note> orphans)
        {
            BulkSynchronizeOptions<Note> options = new() { WholeTable = true, Orphans = orphans, NotCompared = isNamed ? n => n.Changed : null };
            BulkResult done = await context.BulkSynchronizeAsync(Notes(1, "old", stamp: 1), options, Token);
            return (done.RowsOrphaned, done.RowsMarked);
        }
    }

    [Fact]
    public async Task They_hold_for_related_entities_of_a_graph()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = Context(database);
        await context.BulkInsertOrUpdateAsync([new Book { Id = 1, Notes = Notes(3, "old", stamp: 1) }], new() { IncludeGraph = true }, Token);
        BulkResult done = await context.BulkInsertOrUpdateAsync([new Book { Id = 1, Notes = Notes(4, "old", stamp: 2) }], new() { IncludeGraph = true }, Token);
        Assert.Equal([(1, "old", 1, 1), (2, "old", 1, 1), (3, "old", 1, 1), (4, "old", 2, 2)], await StoredAsync(context));
        Assert.Equal(0, done.RowsUpdated);
    }

    private static ModelContext Context(TestDatabase database)
        => database.Context(options => options.UseMySqlBulk(o => o.NotCompared<IChanged>(each => each.Changed)).UseMySqlBulk(o => o.InsertOnly<Note>(each => new { each.Created })));

    private static List<Note> Notes(int count, string text, int stamp) => [.. Enumerable.Range(1, count).Select(id => new Note { Id = id, Text = text, Changed = stamp, Created = stamp })];

    private static async Task<List<(int Id, string Text, int Changed, int Created)>> StoredAsync(DbContext context)
        => [.. (await context.Set<Note>().AsNoTracking().OrderBy(n => n.Id).ToListAsync(Token)).Select(n => (n.Id, n.Text, n.Changed, n.Created))];

    private Task<TestDatabase> CreateAsync() => servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Note>().Property(each => each.Id).ValueGeneratedNever();
        model.Entity<Book>().Property(each => each.Id).ValueGeneratedNever();
    });

    private interface IChanged
    {
        int Changed { get; }
    }

    private sealed class Book
    {
        public int Id { get; set; }

        public List<Note> Notes { get; set; } = [];
    }

    private sealed class Note : IChanged
    {
        public int Id { get; set; }

        public string Text { get; set; } = "";

        public int Changed { get; set; }

        public int Created { get; set; }

        public int? BookId { get; set; }
    }
}
