using System.Data;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>What rows are matched by: text under a collation, NULL, several columns, keys of other types, types of a hierarchy.</summary>
[BothServers]
public abstract class MatchTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(10)]
    [InlineData(3_500)]
    public async Task Text_that_the_collation_treats_as_equal_is_the_same_row(int rows)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Person> people = [.. Enumerable.Range(0, rows).Select(i => new Person { Email = $"Anna{i}@x", Name = "first" })];
        await context.BulkInsertAsync(people, cancellationToken: Token);
        List<Person> given = [.. Enumerable.Range(0, rows + 5).Select(i => new Person { Email = $"ANNA{i}@X", Name = "second" })];

        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = p => p.Email }, Token);

        Assert.Equal((5, rows), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal(people.Select(p => p.Id), given.Take(rows).Select(p => p.Id));
        Assert.Equal(rows, await database.CountAsync("SELECT COUNT(*) FROM people WHERE BINARY Email LIKE BINARY 'Anna%' AND Name = 'second'"));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Two_rows_that_the_collation_treats_as_equal_are_refused_or_the_last_one_wins(bool exists)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        if (exists)
            await context.BulkInsertAsync([new Person { Email = "anna@x", Name = "stored" }], cancellationToken: Token);
        List<Person> given = [.. Enumerable.Range(0, 20).Select(i => new Person { Email = $"p{i}@x", Name = "new" })];
        given[3].Email = "ANNA@x";
        given[17].Email = "Anna@X";

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync(given, new() { Match = p => p.Email }, Token));
        Assert.Contains("Rows 3 and 17 have different keys that the server treats as equal", refused.Message, StringComparison.Ordinal);
        Assert.Contains(nameof(BulkInsertOrUpdateOptions<Person>.Duplicates), refused.Message, StringComparison.Ordinal);
        Assert.Equal(17, refused.RowIndex);
        Assert.Equal(exists ? 1 : 0, await database.CountAsync("SELECT COUNT(*) FROM people"));

        given[17].Name = "last";
        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = p => p.Email, Duplicates = DuplicateRows.LastWins }, Token);
        Assert.Equal(exists ? (18, 1) : (19, 0), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM people WHERE Email = 'anna@x' AND Name = 'last'"));
        Assert.NotEqual(0, given[17].Id);
        Assert.Equal(given[17].Id, given[3].Id);
    }

    [Fact]
    public async Task A_row_with_null_matches_nothing()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Person> given = [.. Enumerable.Range(0, 12).Select(i => new Person { Email = i % 2 == 0 ? null : $"{i}@x", Name = $"{i}" })];
        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = p => p.Email }, Token);
        Assert.Equal(12, done.RowsInserted);
        List<Person> again = [.. given.Select(p => new Person { Email = p.Email, Name = p.Name + "!" })];
        done = await context.BulkInsertOrUpdateAsync(again, new() { Match = p => p.Email }, Token);
        Assert.Equal((6, 6), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal(18, await database.CountAsync("SELECT COUNT(DISTINCT Id) FROM people"));
        Assert.Equal(12, again.Concat(given.Where(p => p.Email is null)).Where(p => p.Email is null).Select(p => p.Id).Distinct().Count());
    }

    [Fact]
    public async Task Several_columns_in_any_order_of_a_converted_and_a_shadowless_key()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Stock> stored = [.. Enumerable.Range(0, 60).Select(i => new Stock { Id = Guid.NewGuid(), Shop = new(i % 3), Sku = $"s{i / 3}", Count = i })];
        await context.BulkInsertAsync(stored, cancellationToken: Token);
        List<Stock> given = [.. Enumerable.Range(0, 90).Select(i => new Stock { Shop = new(i % 3), Sku = $"s{i / 3}", Count = -i })];

        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = s => new { s.Sku, s.Shop } }, Token);

        // Row 0 has the same count as before.
        Assert.Equal((30, 59, 1), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        Assert.Equal(stored.Select(s => s.Id), given.Take(60).Select(s => s.Id));
        Assert.DoesNotContain(Guid.Empty, given.Select(s => s.Id));
        await using ModelContext reading = database.Context();
        Assert.Equal(given.OrderBy(s => s.Id).Select(s => (s.Id, s.Shop, s.Sku, s.Count)), (await reading.Set<Stock>().AsNoTracking().ToListAsync(Token)).OrderBy(s => s.Id).Select(s => (s.Id, s.Shop, s.Sku, s.Count)));
    }

    [Fact]
    public async Task Types_of_a_hierarchy_keep_their_types()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Animal> stored = [.. Enumerable.Range(0, 30).Select(i => i % 2 == 0 ? new Animal { Tag = $"t{i}" } : new Cat { Tag = $"t{i}", Lives = 9 })];
        await context.BulkInsertAsync(stored, cancellationToken: Token);
        List<Animal> given = [.. Enumerable.Range(0, 40).Select(i => i % 2 == 0 ? new Animal { Tag = $"t{i}", Name = "new" } : new Cat { Tag = $"t{i}", Name = "new", Lives = 7 })];

        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = a => a.Tag }, Token);

        Assert.Equal((10, 30), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal(20, await context.Set<Cat>().CountAsync(c => c.Lives == 7 && c.Name == "new", Token));

        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
            () => context.BulkInsertOrUpdateAsync([new Animal { Tag = "t0" }, new Animal { Tag = "t1", Name = "dog" }], new() { Match = a => a.Tag }, Token));
        Assert.Equal(1, refused.RowIndex);
        Assert.Contains("The stored row that it matches is of another type", refused.Message, StringComparison.Ordinal);
        Assert.Equal(0, await context.Set<Animal>().CountAsync(a => a.Name == "dog", Token));
    }

    [Fact]
    public async Task Rows_of_a_tree_come_in_an_order_that_the_foreign_key_allows()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        Node root = new() { Code = "z" };
        Node child = new() { Code = "y", Parent = root };
        Node leaf = new() { Code = "a", Parent = child };
        await context.BulkInsertAsync([new Node { Code = "y" }], cancellationToken: Token);

        BulkResult done = await context.BulkInsertOrUpdateAsync([leaf, child, root], new() { Match = n => n.Code }, Token);

        Assert.Equal((2, 1), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal((root.Id, child.Id), (child.ParentId, leaf.ParentId));
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM nodes c JOIN nodes p ON p.Id = c.ParentId WHERE (c.Code, p.Code) IN (('y','z'),('a','y'))"));
    }

    [Fact]
    public async Task A_foreign_key_is_taken_from_its_navigation_before_the_look_up()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        Person one = new() { Email = "a@x" };
        Person other = new() { Email = "b@x" };
        await context.BulkInsertAsync([one, other], cancellationToken: Token);
        await context.BulkInsertAsync([new Visit { PersonId = one.Id, Day = 1, Note = "old" }], cancellationToken: Token);

        List<Visit> given = [new() { Person = one, Day = 1, Note = "new" }, new() { Person = other, Day = 1, Note = "new" }];
        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = v => new { v.PersonId, v.Day } }, Token);

        Assert.Equal((1, 1), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal([one.Id, other.Id], given.Select(v => v.PersonId));
        Assert.Equal(2, await database.CountAsync("SELECT COUNT(*) FROM visits WHERE Note = 'new'"));
    }

    [Fact]
    public async Task A_match_that_is_not_unique_is_refused()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertOrUpdateAsync([new Person()], new() { Match = p => p.Name }, Token));
        Assert.Contains("Match names 'Name', which is neither a key nor a unique index of 'Person'", refused.Message, StringComparison.Ordinal);

        await database.ExecuteAsync("DROP INDEX IX_people_Email ON people", "INSERT INTO people (Email, Name) VALUES ('a@x', ''), ('a@x', '')");
        BulkOperationException several = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync([new Person { Email = "a@x" }], new() { Match = p => p.Email }, Token));
        Assert.Contains("Several stored rows match it by Email", several.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Tracked_entities_are_accepted_as_what_they_now_are()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([new Person { Email = "a@x", Name = "a" }, new Person { Email = "b@x", Name = "b" }, new Person { Email = "c@x", Name = "c" }], cancellationToken: Token);
        Person loaded = await context.Set<Person>().SingleAsync(p => p.Email == "a@x", Token);
        loaded.Name = "changed";
        Person existing = new() { Email = "b@x", Name = "existing" };
        Person added = new() { Email = "d@x", Name = "added" };
        context.AddRange(existing, added);

        BulkResult done = await context.BulkInsertOrUpdateAsync([loaded, existing, added, new() { Email = "c@x", Name = "untracked" }], new() { Match = p => p.Email }, Token);

        Assert.Equal((1, 3), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal(3, context.ChangeTracker.Entries().Count());
        Assert.All(context.ChangeTracker.Entries(), entry => Assert.Equal(EntityState.Unchanged, entry.State));
        Assert.Equal([1L, 2, 4], new[] { loaded.Id, existing.Id, added.Id }.Order());
        Assert.Equal(0, await context.SaveChangesAsync(Token));

        Person other = new() { Email = "a@x", Name = "other" };
        context.Add(other);
        BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync([other], new() { Match = p => p.Email }, Token));
        Assert.Contains("which the context tracks with another entity", refused.Message, StringComparison.Ordinal);
        Assert.Equal(EntityState.Added, context.Entry(other).State);
    }

    [Fact]
    public async Task In_the_callers_transaction_everything_can_be_rolled_back()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([new Person { Email = "a@x", Name = "a" }], cancellationToken: Token);
        await using (await context.Database.BeginTransactionAsync(IsolationLevel.ReadCommitted, Token))
        {
            BulkResult done = await context.BulkInsertOrUpdateAsync([new Person { Email = "a@x", Name = "!" }, new Person { Email = "b@x" }], new() { Match = p => p.Email }, Token);
            Assert.Equal((1, 1), (done.RowsInserted, done.RowsUpdated));
            await context.Database.RollbackTransactionAsync(Token);
        }

        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM people WHERE Name = 'a'"));
    }

    [Theory]
    [InlineData(10)]
    [InlineData(3_500)]
    public async Task Triggers_and_a_wide_increment_leave_the_keys_right(int rows)
    {
        await using TestDatabase database = await CreateAsync();
        await database.ExecuteAsync(
            "CREATE TABLE audit (What char(1), PersonId bigint)",
            "CREATE TRIGGER ins AFTER INSERT ON people FOR EACH ROW INSERT INTO audit VALUES ('i', NEW.Id)",
            "CREATE TRIGGER upd AFTER UPDATE ON people FOR EACH ROW INSERT INTO audit VALUES ('u', NEW.Id)");
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync(Token);
        await TestDatabase.ExecuteAsync(context, "SET SESSION auto_increment_increment = 7");
        List<Person> given = [.. Enumerable.Range(0, rows).Select(i => new Person { Email = $"{i}@x", Name = "a" })];
        await context.BulkInsertOrUpdateAsync(given.Take(rows / 2).ToList(), new() { Match = p => p.Email }, Token);
        given.Take(5).ToList().ForEach(p => p.Name = "b");

        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = p => p.Email }, Token);

        Assert.Equal((rows - (rows / 2), 5, (rows / 2) - 5), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
        await using ModelContext reading = database.Context();
        Assert.Equal(given.ToDictionary(p => p.Email!, p => p.Id), await reading.Set<Person>().ToDictionaryAsync(p => p.Email!, p => p.Id, Token));
        Assert.Equal((rows, 5), (await database.CountAsync("SELECT COUNT(*) FROM audit WHERE What = 'i'"), await database.CountAsync("SELECT COUNT(*) FROM audit WHERE What = 'u'")));
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model =>
    {
        model.Entity<Person>(person =>
        {
            person.ToTable("people").HasIndex(p => p.Email).IsUnique();
            person.Property(p => p.Email).HasMaxLength(50);
        });
        model.Entity<Visit>(visit =>
        {
            visit.ToTable("visits").HasIndex(v => new { v.PersonId, v.Day }).IsUnique();
            visit.HasOne(v => v.Person).WithMany().HasForeignKey(v => v.PersonId);
        });
        model.Entity<Stock>(stock =>
        {
            stock.ToTable("stocks").HasIndex(s => new { s.Shop, s.Sku }).IsUnique();
            stock.Property(s => s.Shop).HasConversion(shop => shop.Number, number => new(number));
            stock.Property(s => s.Sku).HasMaxLength(20);
        });
        model.Entity<Animal>(animal =>
        {
            animal.ToTable("animals").HasIndex(a => a.Tag).IsUnique();
            animal.Property(a => a.Tag).HasMaxLength(20);
        });
        model.Entity<Cat>();
        model.Entity<Node>(node =>
        {
            node.ToTable("nodes").HasIndex(n => n.Code).IsUnique();
            node.Property(n => n.Code).HasMaxLength(20);
            node.HasOne(n => n.Parent).WithMany().HasForeignKey(n => n.ParentId);
        });
    });

    private readonly record struct Shop(int Number);

    private sealed class Person
    {
        public long Id { get; set; }

        public string? Email { get; set; }

        public string Name { get; set; } = "";
    }

    private sealed class Visit
    {
        public long Id { get; set; }

        public long PersonId { get; set; }

        public Person? Person { get; set; }

        public int Day { get; set; }

        public string Note { get; set; } = "";
    }

    private sealed class Stock
    {
        public Guid Id { get; set; }

        public Shop Shop { get; set; }

        public string Sku { get; set; } = "";

        public int Count { get; set; }
    }

    private class Animal
    {
        public int Id { get; set; }

        public string Tag { get; set; } = "";

        public string Name { get; set; } = "";
    }

    private sealed class Cat : Animal
    {
        public int Lives { get; set; }
    }

    private sealed class Node
    {
        public int Id { get; set; }

        public string Code { get; set; } = "";

        public int? ParentId { get; set; }

        public Node? Parent { get; set; }
    }
}
