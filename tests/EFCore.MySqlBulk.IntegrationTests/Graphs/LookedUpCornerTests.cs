using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Observers;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Graphs;

/// <summary>Corners of graphs that are looked up: links with a payload, types that refer to each other, hierarchies in a collection, other keys, hooks, and calls that are made again.</summary>
[BothServers]
public abstract class LookedUpCornerTests(Servers servers, ServerKind kind)
{
    private static readonly BulkInsertOrUpdateOptions<Author> Whole = new() { IncludeGraph = true };

    private static readonly BulkSynchronizeOptions<Author> Synchronized = new() { WholeTable = true, IncludeGraph = true };

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_stored_link_keeps_what_else_its_row_has(bool synchronizes)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Author> authors = await StoredAsync(context);
        Work book = authors[0].Works[0];
        await database.ExecuteAsync("UPDATE placements SET `Rank` = 7");
        book.Labels.Add(new() { Name = "new" });

        BulkResult result = synchronizes ? await context.BulkSynchronizeAsync(authors, Synchronized, Token) : await context.BulkInsertOrUpdateAsync(authors, Whole, Token);

        Assert.Equal(["0", "7", "7"], (await database.QueryAsync("SELECT `Rank` FROM placements ORDER BY `Rank`")).Select(row => $"{row[0]}"));
        Assert.Equal((2, 0), (result.RowsInserted, result.RowsUpdated));
    }

    [Fact]
    public async Task Links_that_are_taken_out_are_deleted_and_their_other_ends_stay()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Author> authors = await StoredAsync(context);
        authors[0].Works[0].Labels.RemoveAt(0);

        BulkResult result = await context.BulkSynchronizeAsync(authors, Synchronized, Token);

        Assert.Equal((1, 1), (result.RowsOrphaned, result.RowsDeleted));
        Assert.Equal((1, 2), (await database.CountAsync("SELECT COUNT(*) FROM placements"), await database.CountAsync("SELECT COUNT(*) FROM labels")));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_of_types_that_refer_to_each_other_go_in_the_order_that_they_need(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Author> authors = await StoredAsync(context);
        Work favorite = new Book { Title = "new", Pages = 1 };
        authors[1].Works.Add(favorite);
        authors.Add(new() { Code = "c", Name = "three", Favorite = favorite, Works = [new Disc { Title = "last", Minutes = 3 }] });

        BulkResult result = isAsync ? await context.BulkInsertOrUpdateAsync(authors, Whole, Token) : context.BulkInsertOrUpdate(authors, Whole);

        Assert.Equal(["one|", "three|new", "two|"], await AuthorsAsync(database));
        Assert.Equal(["a book|one", "a disc|one", "last|three", "new|two"], await WorksAsync(database));
        Assert.Equal((3, favorite.Id), (result.RowsInserted, authors[2].FavoriteId));
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkSynchronizeAsync(authors, Synchronized, Token));
        Assert.Contains("cannot determine which of them are orphans", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_collection_of_several_types_in_one_table_is_synchronized(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Author> authors = await StoredAsync(context);
        authors[0].Works.RemoveAt(1);
        authors[0].Works[0].Title = "changed";
        authors[1].Works.AddRange([new Disc { Title = "new disc", Minutes = 5 }, new Book { Title = "new book", Pages = 9 }]);

        BulkResult result = isAsync ? await context.BulkSynchronizeAsync(authors, Synchronized, Token) : context.BulkSynchronize(authors, Synchronized);

        Assert.Equal(["changed|one", "new book|two", "new disc|two"], await WorksAsync(database));
        Assert.Equal((2, 1, 1, 1), (result.RowsInserted, result.RowsUpdated, result.RowsOrphaned, result.RowsDeleted));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Keys_that_were_found_by_another_key_are_handed_on(bool synchronizes)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        int stored = (await StoredAsync(context))[1].Id;
        List<Author> authors = [new() { Code = "new", Name = "new", Works = [new Book { Title = "of new" }] }, new() { Code = "b", Name = "two changed", Works = [new Disc { Title = "of two" }] }];

        if (synchronizes)
            await context.BulkSynchronizeAsync(authors, Synchronized with { Match = author => author.Code }, Token);
        else
            await context.BulkInsertOrUpdateAsync(authors, Whole with { Match = author => author.Code }, Token);

        Assert.Equal(synchronizes ? ["of new|new", "of two|two changed"] : ["a book|one", "a disc|one", "of new|new", "of two|two changed"], await WorksAsync(database));
        Assert.Equal(stored, authors[1].Id);
        Assert.All(authors, author => Assert.Equal(author.Id, author.Works[0].AuthorId));
    }

    [Fact]
    public async Task Two_entities_with_the_same_key_are_refused_by_name()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Author> authors = await StoredAsync(context);
        authors[1].Works.Add(new Book { Title = "other", Labels = [new() { Id = authors[0].Works[0].Labels[0].Id, Name = "again" }] });

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync(authors, Whole, Token));

        Assert.Equal("Rows 0 and 1 have the same key. They are entities of type 'Label' in the navigations of these rows. Give each row once, or set Duplicates = DuplicateRows.LastWins, or to a function that makes one row of two.", refused.Message);
        Assert.Equal(BulkOutcome.Nothing, refused.Outcome);
        await context.BulkInsertOrUpdateAsync(authors, Whole with { Duplicates = DuplicateRows.LastWins }, Token);
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM labels WHERE Name = 'again'"));
    }

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public async Task Hooks_run_once_for_each_entity_although_the_call_is_made_again(bool retries, bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using (ModelContext storing = database.Context())
            await StoredAsync(storing);
        BeforeStatement trouble = new(4, command => Trouble.SignalAsync(command, 1213));
        await using ModelContext context = database.Context(o => (retries
                ? o.UseMySql(database.ConnectionString, database.Server.Version, mySql => mySql.EnableRetryOnFailure(3, TimeSpan.FromMilliseconds(50), null)) : o)
            .AddInterceptors(trouble)
            .UseMySqlBulk(b => b.BeforeInsert<Work>((work, _) => work.Title += "+").BeforeUpdate<Work>((work, _) => work.Title += "~")));
        List<Author> authors = await context.Set<Author>().Include(author => author.Works).AsNoTracking().OrderBy(author => author.Id).ToListAsync(Token);
        authors[0].Works.AddRange([new Book { Title = "x" }, new Book { Title = "y" }]);
        authors[1].Works = [];

        BulkResult result = isAsync ? await context.BulkInsertOrUpdateAsync(authors, Whole, Token) : context.BulkInsertOrUpdate(authors, Whole);

        Assert.True(trouble.Seen > 4, $"{trouble.Seen} statements");
        Assert.Equal(["a book~|one", "a disc~|one", "x+|one", "y+|one"], await WorksAsync(database));
        Assert.Equal((2, 2), (result.RowsInserted, result.RowsUpdated));
    }

    [Fact]
    public async Task In_the_callers_transaction_a_failure_leaves_what_was_before()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Author> authors = await StoredAsync(context);
        authors[0].Name = "changed";
        authors[0].Works.Add(new Book { Title = new('x', 200) });
        await using (var transaction = await context.Database.BeginTransactionAsync(Token))
        {
            await TestDatabase.ExecuteAsync(context, "INSERT INTO labels (Name) VALUES ('mine')");
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkSynchronizeAsync(authors, Synchronized, Token));
            Assert.Equal((BulkOutcome.Nothing, false, 0, "Works[2]"), (refused.Outcome, refused.TransactionLost, refused.RowIndex, refused.RowPath));
            await transaction.CommitAsync(Token);
        }

        Assert.Equal(["one|", "two|"], await AuthorsAsync(database));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM labels WHERE Name = 'mine'"));
        Assert.Equal((Guid.Empty, 0), (authors[0].Works[2].Id, authors[0].Works[2].AuthorId));
    }

    [Fact]
    public async Task A_stream_is_stored_and_progress_counts_all_entities()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<BulkProgress> seen = [];
        IEnumerable<Author> authors = Enumerable.Range(0, 3_000).Select(i => new Author { Code = $"{i}", Name = $"{i}", Works = [new Book { Title = $"{i} a" }, new Disc { Title = $"{i} b" }] });

        BulkResult first = await context.BulkInsertOrUpdateAsync(authors, Whole with { Progress = new ProgressReports(seen) }, Token);
        BulkResult again = await context.BulkInsertOrUpdateAsync(authors, Whole with { Match = author => author.Code }, Token);

        Assert.Equal((9_000, 6_000, 3_000), (first.RowsInserted, again.RowsInserted, again.RowsUnchanged));
        Assert.Equal((9_000L, 9_000L), (seen[^1].RowCount, seen[^1].TotalRowCount!.Value));
        Assert.Equal(12_000, await database.CountAsync("SELECT COUNT(*) FROM works w JOIN authors a ON a.Id = w.AuthorId WHERE w.Title LIKE CONCAT(a.Name, ' %')"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_explanation_sends_nothing_and_names_the_way_of_the_rows_given(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Author> authors = [new() { Code = "x", Name = "x", Works = [new Book { Title = "y" }] }];

        BulkExplanation explained = isAsync ? await context.ExplainBulkInsertOrUpdateAsync(authors, Whole, Token) : context.ExplainBulkInsertOrUpdate(authors, Whole);
        BulkResult result = await context.BulkInsertOrUpdateAsync(authors, Whole, Token);

        Assert.Equal((1, 2), (explained.RowCount, result.RowsInserted));
        Assert.Equal(result.Reason.Split(", then")[0], explained.Reason.Split(", then")[0]);
        Assert.Contains(explained.Strategy.ToString(), result.Reason, StringComparison.Ordinal);
        Assert.All([explained.Reason, result.Reason], reason => Assert.EndsWith("; related entities are looked up by their primary keys", reason, StringComparison.Ordinal));
        Assert.Contains("authors", explained.Table, StringComparison.Ordinal);
    }

    private static async Task<List<Author>> StoredAsync(ModelContext context)
    {
        List<Author> authors =
        [
            new() { Code = "a", Name = "one", Works = [new Book { Title = "a book", Pages = 1, Labels = [new() { Name = "l" }, new() { Name = "m" }] }, new Disc { Title = "a disc", Minutes = 2 }] },
            new() { Code = "b", Name = "two" },
        ];
        context.AddRange(authors);
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();
        return authors;
    }

    private static async Task<List<string>> AuthorsAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT a.Name, w.Title FROM authors a LEFT JOIN works w ON w.Id = a.FavoriteId ORDER BY a.Name")).Select(row => $"{row[0]}|{row[1]}")];

    private static async Task<List<string>> WorksAsync(TestDatabase database)
        => [.. (await database.QueryAsync("SELECT w.Title, a.Name FROM works w JOIN authors a ON a.Id = w.AuthorId ORDER BY w.Title")).Select(row => $"{row[0]}|{row[1]}")];

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(static model =>
    {
        model.Entity<Author>(author =>
        {
            author.ToTable("authors").Property(a => a.Code).HasMaxLength(20);
            author.HasIndex(a => a.Code).IsUnique();
            author.HasMany(a => a.Works).WithOne(w => w.Author).HasForeignKey(w => w.AuthorId);
            author.HasOne(a => a.Favorite).WithMany().HasForeignKey(a => a.FavoriteId);
        });
        model.Entity<Work>(work =>
        {
            work.ToTable("works").Property(w => w.Title).HasMaxLength(100);
            work.HasMany(w => w.Labels).WithMany(l => l.Works).UsingEntity<Placement>(placement => placement.ToTable("placements"));
        });
        model.Entity<Book>();
        model.Entity<Disc>();
        model.Entity<Label>().ToTable("labels");
    });

    private sealed class Author
    {
        public int Id { get; set; }

        public string Code { get; set; } = "";

        public string Name { get; set; } = "";

        public List<Work> Works { get; set; } = [];

        public Work? Favorite { get; set; }

        public Guid? FavoriteId { get; set; }
    }

    private abstract class Work
    {
        public Guid Id { get; set; }

        public string Title { get; set; } = "";

        public int AuthorId { get; set; }

        public Author? Author { get; set; }

        public List<Label> Labels { get; set; } = [];
    }

    private sealed class Book : Work
    {
        public int Pages { get; set; }
    }

    private sealed class Disc : Work
    {
        public int Minutes { get; set; }
    }

    private sealed class Label
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public List<Work> Works { get; set; } = [];
    }

    private sealed class Placement
    {
        public Guid WorkId { get; set; }

        public int LabelId { get; set; }

        public int Rank { get; set; }
    }
}
