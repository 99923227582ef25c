using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.Extensions.Caching.Memory;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Read;

/// <summary>A filter by a list of values is a filter like any other: whatever may be added to a query may be added to it.</summary>
[BothServers]
public abstract class WhereKeysTests(Servers servers, ServerKind kind)
{
    [Fact]
    public async Task It_can_be_composed_as_Where_can()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        DbSet<Book> books = context.Set<Book>();
        int[] ids = [2, 4, 6, 8, 8, 99];
        int[] few = [3, 6];

        Assert.Equal([8, 6], await books.Where(b => b.Pages > 20).WhereKeys(ids).OrderByDescending(b => b.Id).Take(2).Select(b => b.Id).ToListAsync(Token));
        Assert.Equal([4, 6], await books.WhereKeys(ids).WhereIn(b => b.Pages, [40, 60, 70]).OrderBy(b => b.Id).Select(b => b.Id).ToListAsync(Token));
        Assert.Equal(4, await books.WhereKeys(ids).CountAsync(Token));
        Assert.True(books.WhereKeys(ids).Any(b => b.Pages == 80));
        Assert.Equal(200, await books.WhereKeys(ids).SumAsync(b => b.Pages, Token));
        Assert.Empty(await books.WhereKeys(Array.Empty<int>()).ToListAsync(Token));
        Assert.Equal(["a0", "a1"], await books.WhereKeys(ids).Select(b => b.Author!.Name).Distinct().OrderBy(name => name).Take(2).ToListAsync(Token));
        Assert.Equal(["a1", "a2"], await context.Set<Author>().Where(a => books.WhereKeys(few).All(b => b.AuthorId != a.Id)).OrderBy(a => a.Id).Select(a => a.Name).ToListAsync(Token));
        Assert.All(await books.WhereKeys(ids).Include(b => b.Author).AsNoTracking().ToListAsync(Token), book => Assert.Equal(book.AuthorId, book.Author!.Id));
        Assert.All(await books.Include(b => b.Author).WhereKeys(ids).AsSplitQuery().ToListAsync(Token), book => Assert.Equal(book.AuthorId, book.Author!.Id));
        Assert.Equal(4, context.ChangeTracker.Entries<Book>().Count());
        Assert.Equal([2, 4, 6, 8], await books.WhereKeys(ids).Concat(books.WhereKeys([2, 4])).Select(b => b.Id).Distinct().OrderBy(id => id).ToListAsync(Token));
        List<int> streamed = [];
        await foreach (Book book in books.WhereKeys(ids).OrderBy(b => b.Id).AsAsyncEnumerable())
            streamed.Add(book.Id);
        Assert.Equal([2, 4, 6, 8], streamed);
        // Through a navigation: the entities of the query are not those of its set.
        Assert.Equal([2, 8], await context.Set<Author>().Where(a => a.Name == "a2").SelectMany(a => a.Books).WhereKeys(ids).OrderBy(b => b.Id).Select(b => b.Id).ToListAsync(Token));
    }

    [Fact]
    public async Task It_says_which_rows_are_updated_and_deleted()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();

        Assert.Equal(3, await context.Set<Book>().WhereKeys([1, 2, 3, 99]).ExecuteUpdateAsync(set => set.SetProperty(b => b.Pages, b => b.Pages + 1), Token));
        Assert.Equal(2, await context.Set<Book>().Where(b => b.Pages > 11).WhereKeys([1, 2, 3, 99]).ExecuteDeleteAsync(Token));

        Assert.Equal([(1, 11), (4, 40)], await context.Set<Book>().WhereKeys([1, 2, 3, 4]).OrderBy(b => b.Id).Select(b => ValueTuple.Create(b.Id, b.Pages)).ToListAsync(Token));
    }

    [Fact]
    public async Task Any_number_of_values_is_the_same_statement_translated_once()
    {
        await using TestDatabase database = await CreateAsync();
        int compiled = 0;
        SeenReads seen = new();
        // A cache of its own: that of all tests is full at times, and forgets queries.
        using MemoryCache cache = new(new MemoryCacheOptions());
        await using ModelContext context = database.Context(options => options.UseMemoryCache(cache).AddInterceptors(seen).LogTo(
            (id, _) => id == CoreEventId.QueryCompilationStarting, _ => compiled++));

        foreach (int count in (int[])[1, 10, 1_000])
        {
            Assert.Equal(Math.Min(count, 20), (await context.Set<Book>().Where(b => b.Pages != 12_345).WhereKeys(Enumerable.Range(1, count)).ToListAsync(Token)).Count);
            Assert.Equal(Math.Min(count, 20), (await context.Set<Book>().Where(b => b.Pages != 12_345).WhereIn(b => b.Title, Enumerable.Range(1, count).Select(i => (string?)$"T {i}")).ToListAsync(Token)).Count);
        }

        Assert.Equal(2, compiled);
        Assert.Equal(2, seen.Statements.Distinct().Count());
    }

    [Theory]
    [InlineData("ANSI_QUOTES")]
    [InlineData("NO_BACKSLASH_ESCAPES")]
    [InlineData("STRICT_ALL_TABLES,ANSI_QUOTES,NO_BACKSLASH_ESCAPES,NO_ZERO_DATE")]
    public async Task Every_mode_and_character_set_of_a_session_reads_the_same_text(string mode)
    {
        await using TestDatabase database = await CreateAsync();
        string[] texts = ["it's", "back\\slash", "\"quoted\"", "\\'", "é€漢😀", "');DROP TABLE Books;-- ", "{0}"];
        await using (ModelContext saving = database.Context())
        {
            saving.AddRange(texts.Select((text, i) => new Book { Id = 100 + i, Title = text, AuthorId = 1 }));
            await saving.SaveChangesAsync(Token);
        }

        foreach (string characterSet in (string[])["utf8mb4", "latin1"])
        {
            await using ModelContext context = database.Context();
            await context.Database.OpenConnectionAsync(Token);
            await TestDatabase.ExecuteAsync(context, $"SET NAMES {characterSet}");
            await TestDatabase.ExecuteAsync(context, $"SET SESSION sql_mode='{mode}'");

            Assert.Equal(Enumerable.Range(100, texts.Length), await context.Set<Book>().WhereIn(b => b.Title, texts).OrderBy(b => b.Id).Select(b => b.Id).ToListAsync(Token));
            Assert.Equal(
                Enumerable.Range(100, texts.Length).Select(id => (int?)id),
                (await context.Set<Book>().BulkReadAsync(texts, new() { Match = b => b.Title }, Token)).Select(book => book?.Id));
        }
    }

    [Fact]
    public async Task Null_among_the_values_finds_null_as_Contains_does()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        string?[] notes = ["n2", null];
        short?[] grades = [3, null];

        Assert.Equal(
            await context.Set<Book>().Where(b => notes.Contains(b.Note)).OrderBy(b => b.Id).Select(b => b.Id).ToListAsync(Token),
            await context.Set<Book>().WhereIn(b => b.Note, notes).OrderBy(b => b.Id).Select(b => b.Id).ToListAsync(Token));
        Assert.Equal(
            await context.Set<Book>().Where(b => grades.Contains(b.Grade)).OrderBy(b => b.Id).Select(b => b.Id).ToListAsync(Token),
            await context.Set<Book>().WhereIn(b => b.Grade, grades).OrderBy(b => b.Id).Select(b => b.Id).ToListAsync(Token));
        Assert.Equal([2], await context.Set<Book>().WhereIn(b => b.Note, ["n2"]).Select(b => b.Id).ToListAsync(Token));
        Assert.Empty(await context.Set<Book>().WhereKeys(new int?[] { null }).ToListAsync(Token));
    }

    [Fact]
    public async Task Values_of_parts_of_an_entity_and_of_shadow_properties_are_compared()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();

        Assert.Equal([3, 5], await context.Set<Book>().WhereIn(b => b.Print.Year, [2003, 2005]).OrderBy(b => b.Id).Select(b => b.Id).ToListAsync(Token));
        Assert.Equal([3, 5], await context.Set<Book>().WhereIn(b => b.Shelf.Room, ["r3", "R5"]).OrderBy(b => b.Id).Select(b => b.Id).ToListAsync(Token));
        Assert.Equal([4], await context.Set<Book>().WhereIn(b => EF.Property<int>(b, "Weight"), [1_004]).Select(b => b.Id).ToListAsync(Token));
        Assert.Equal([3, 9], await context.Set<Book>().WhereIn(b => b.Author!.Name, ["a0"]).Where(b => b.Id < 10 && b.Id != 6).OrderBy(b => b.Id).Select(b => b.Id).ToListAsync(Token));
    }

    [Fact]
    public async Task What_cannot_be_a_list_is_refused_with_a_cure()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        DbSet<Book> books = context.Set<Book>();
        int[] one = [1];

        Assert.Throws<ArgumentException>(() => books.WhereIn(b => b.Pages + 1, [1]));
        Assert.Throws<ArgumentException>(() => books.WhereKeys(books.Select(b => b.Id)));
        Assert.Throws<InvalidOperationException>(() => books.WhereKeys(["1"]));
        Assert.Equal(1, Assert.Throws<BulkOperationException>(() => books.WhereKeys([1L, 4_294_967_297L])).RowIndex);
        // EF Core meets the method where it expects a query: a compiled query cannot contain it.
        Assert.Throws<InvalidOperationException>(() => EF.CompileQuery((ModelContext c, int[] ids) => c.Set<Book>().WhereKeys(ids).Count())(context, one));
        Assert.Contains("Call it before Select", Assert.Throws<InvalidOperationException>(() => books.Select(b => new { b.Id }).WhereKeys([1])).Message, StringComparison.Ordinal);
        Assert.Contains("context.Set<Book>()", Assert.Throws<ArgumentException>(() => new List<Book>().AsQueryable().WhereKeys([1])).Message, StringComparison.Ordinal);
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Book>(book =>
        {
            book.ToTable("Books").Property(b => b.Id).ValueGeneratedNever();
            book.HasIndex(b => b.Title).IsUnique();
            book.Property(b => b.Title).HasMaxLength(60).UseCollation("utf8mb4_general_ci");
            book.Property<int>("Weight");
            book.ComplexProperty(b => b.Print);
            book.OwnsOne(b => b.Shelf);
        }));
        await using ModelContext context = database.Context();
        context.AddRange(Enumerable.Range(0, 3).Select(i => new Author { Id = i + 1, Name = $"a{i}" }));
        for (int i = 1; i <= 20; i++)
        {
            Book book = new() { Id = i, Title = $"t {i}", Pages = i * 10, AuthorId = (i % 3) + 1, Note = i < 3 ? $"n{i}" : null, Grade = i < 5 ? (short)i : null };
            (book.Print.Year, book.Shelf.Room) = (2_000 + i, $"r{i}");
            context.Add(book).Property("Weight").CurrentValue = 1_000 + i;
        }

        await context.SaveChangesAsync();
        return database;
    }

    private sealed class Author
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public List<Book> Books { get; } = [];
    }

    private sealed class Book
    {
        public int Id { get; set; }

        public string Title { get; set; } = "";

        public int Pages { get; set; }

        public string? Note { get; set; }

        public short? Grade { get; set; }

        public int AuthorId { get; set; }

        public Author? Author { get; set; }

        public Print Print { get; } = new();

        public Shelf Shelf { get; } = new();
    }

    private sealed class Print
    {
        public int Year { get; set; }
    }

    private sealed class Shelf
    {
        public string Room { get; set; } = "";
    }
}
