using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary>Graphs of a stream go window by window, each of 2,000 rows, and share what earlier windows have stored.</summary>
[BothServers]
public abstract class GraphStreamTests(Servers servers, ServerKind kind)
{
    private const int Window = 2_000;
    private const int Count = 5_000;
    private const int Bad = 4_321;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Windows_share_the_entities_that_their_rows_refer_to(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Book> books = Books();
        int drawn = 0;

        BulkResult result = await RunAsync(context, books, isAsync, i => drawn = i);

        Assert.Equal(Count - 1, drawn);
        Assert.Equal((2 * Count) + 7 + 5, result.RowsInserted);
        Assert.Equal((7, 5), (await database.CountAsync("SELECT COUNT(*) FROM publishers"), await database.CountAsync("SELECT COUNT(*) FROM genres")));
        Assert.Equal(
            books.Select(book => $"{book.Id} {book.Name}|{book.Publisher!.Name}|{book.GenreCode}|{book.Chapters[0].Id} {book.Chapters[0].Name}").Order(StringComparer.Ordinal),
            (await database.QueryAsync("SELECT CONCAT(b.Id, ' ', b.Name), p.Name, g.Code, c.Id, c.Name FROM books b JOIN publishers p ON p.Id = b.PublisherId JOIN genres g ON g.Code = b.GenreCode JOIN chapters c ON c.BookId = b.Id"))
                .Select(row => $"{row[0]}|{row[1]}|{row[2]}|{row[3]} {row[4]}").Order(StringComparer.Ordinal));
        Assert.All(books, book => Assert.Equal((book.Publisher!.Id, book.Genre!.Code, book.Id), (book.PublisherId, book.GenreCode, book.Chapters[0].BookId)));
        Assert.Empty(context.ChangeTracker.Entries());
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public async Task A_row_that_is_refused_in_the_third_window_takes_the_first_two_with_it(bool isAsync, bool isJoined)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Book> books = Books();
        books[Bad].Chapters[0].Name = new('x', 51);
        await using IDbContextTransaction? transaction = isJoined ? await context.Database.BeginTransactionAsync(Token) : null;
        if (isJoined)
            await TestDatabase.ExecuteAsync(context, "INSERT INTO genres (Code) VALUES ('mine')");

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => RunAsync(context, books, isAsync, _ => { }));

        Assert.Equal((BulkOutcome.Nothing, false, 1406, Bad, "Chapters[0]"), (refused.Outcome, refused.TransactionLost, refused.ErrorNumber, refused.RowIndex, refused.RowPath));
        if (transaction is not null)
            await transaction.CommitAsync(Token);
        Assert.Equal((0, 0, 0), (await database.CountAsync("SELECT COUNT(*) FROM books"), await database.CountAsync("SELECT COUNT(*) FROM publishers"), await database.CountAsync("SELECT COUNT(*) FROM chapters")));
        Assert.Equal(isJoined ? 1 : 0, await database.CountAsync("SELECT COUNT(*) FROM genres"));

        // Nothing of a stream is reverted: the same objects look stored, so they cannot be given again.
        Assert.All(books.Take(2 * Window), book => Assert.True(book.Id != 0 && book.PublisherId == book.Publisher!.Id && book.Chapters[0].Id != Guid.Empty && book.Chapters[0].BookId == book.Id, book.Name));
        books[Bad].Chapters[0].Name = "short";
        BulkOperationException absent = await Assert.ThrowsAsync<BulkOperationException>(() => RunAsync(context, books, isAsync, _ => { }));
        Assert.Equal((BulkOutcome.Nothing, 1452), (absent.Outcome, absent.ErrorNumber));
        List<Book> again = Books();
        await RunAsync(context, again, isAsync, _ => { });
        Assert.Equal(Count, await database.CountAsync("SELECT COUNT(*) FROM books b JOIN chapters c ON c.BookId = b.Id"));
    }

    private static List<Book> Books()
    {
        Publisher[] publishers = [.. Enumerable.Range(0, 7).Select(i => new Publisher { Name = $"publisher {i}" })];
        // Their keys do not show whether they are stored.
        Genre[] genres = [.. Enumerable.Range(0, 5).Select(i => new Genre { Code = $"genre {i}" })];
        return [.. Enumerable.Range(0, Count).Select(i => new Book { Name = $"book {i}", Publisher = publishers[i % 7], Genre = genres[i % 5], Chapters = [new() { Name = $"chapter {i}" }] })];
    }

    private static async Task<BulkResult> RunAsync(ModelContext context, List<Book> books, bool isAsync, Action<int> draw)
    {
        return isAsync ? await context.BulkInsertAsync(DrawAsync(), new() { IncludeGraph = true }, Token) : context.BulkInsert(Draw(), new() { IncludeGraph = true });

        async IAsyncEnumerable<Book> DrawAsync()
        {
            foreach (Book book in Draw())
            {
                await Task.Yield();
                yield return book;
            }
        }

        IEnumerable<Book> Draw()
        {
            for (int i = 0; i < books.Count; i++)
            {
                draw(i);
                yield return books[i];
            }
        }
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Publisher>().ToTable("publishers");
        model.Entity<Genre>().ToTable("genres").HasKey(g => g.Code);
        model.Entity<Genre>().Property(g => g.Code).HasMaxLength(50);
        model.Entity<Book>().ToTable("books").HasOne(b => b.Genre).WithMany().HasForeignKey(b => b.GenreCode);
        model.Entity<Book>().HasOne(b => b.Publisher).WithMany().HasForeignKey(b => b.PublisherId);
        model.Entity<Chapter>().ToTable("chapters").HasOne<Book>().WithMany(b => b.Chapters).HasForeignKey(c => c.BookId);
        model.Entity<Chapter>().Property(c => c.Name).HasMaxLength(50);
    });

    private sealed class Publisher
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Genre
    {
        public string Code { get; set; } = "";
    }

    private sealed class Book
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int PublisherId { get; set; }

        public Publisher? Publisher { get; set; }

        public string? GenreCode { get; set; }

        public Genre? Genre { get; set; }

        public List<Chapter> Chapters { get; set; } = [];
    }

    private sealed class Chapter
    {
        public Guid Id { get; set; }

        public int BookId { get; set; }

        public string Name { get; set; } = "";
    }
}
