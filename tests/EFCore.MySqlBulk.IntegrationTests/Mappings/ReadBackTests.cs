using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Values that the server generates are on the entities after a bulk call, as after <c>SaveChanges</c>. They are read in the call's transaction, before it commits.</summary>
[BothServers]
public abstract class ReadBackTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Every_strategy_gives_entities_what_SaveChanges_gives_them(bool isTracked)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext saving = database.Context();
        List<Part> saved = Parts();
        saving.AddRange(saved);
        await saving.SaveChangesAsync(Token);
        foreach (BulkStrategy strategy in (BulkStrategy[])[BulkStrategy.RowByRow, BulkStrategy.MultiRowValues])
        {
            foreach (bool isStream in new[] { false, true })
            {
                await using ModelContext context = database.Context();
                List<Part> parts = Parts();
                if (isTracked)
                    context.AddRange(parts);
                await context.BulkInsertAsync(isStream ? parts.Where(_ => true) : parts, new() { Strategy = strategy, BatchRows = 3 }, Token);

                Assert.Equal(saved.Select(Shown), parts.Select(Shown));
                Assert.All(parts, part => Assert.NotEqual(default, part.Version));
                Assert.Equal(0, await context.SaveChangesAsync(Token));
                Assert.Equal(isTracked ? parts.Count : 0, context.ChangeTracker.Entries().Count(e => e.State == EntityState.Unchanged));
                Assert.Equal(parts.Count, await StoredAsync(database, parts));
            }
        }
    }

    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task The_same_objects_are_inserted_updated_and_updated_again(BulkPipelining pipelining)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Part> parts = Parts(3_100);

        await context.BulkInsertAsync(parts, new() { Pipelining = pipelining }, Token);
        for (int round = 1; round <= 2; round++)
        {
            parts.ForEach(part => part.Name += "x");
            List<DateTime> before = [.. parts.Select(part => part.Version)];
            BulkResult done = await context.BulkUpdateAsync(parts, new() { Pipelining = pipelining }, Token);
            Assert.Equal(parts.Count, done.RowsUpdated);
            Assert.All(parts.Zip(before), pair => Assert.True(pair.First.Version > pair.Second));
        }

        Assert.Equal(parts.Count, await StoredAsync(database, parts));
        Assert.Equal((parts.Count / 2) + 1, await database.CountAsync("SELECT COUNT(*) FROM parts WHERE Amount = 7"));
        Assert.Empty(context.ChangeTracker.Entries());
    }

    [Fact]
    public async Task Rows_of_a_stream_over_a_connection_of_its_own_get_theirs()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Part> parts = Parts(4_100);

        await context.BulkInsertAsync(parts.Where(_ => true), new() { Pipelining = BulkPipelining.Always }, Token);
        await context.BulkUpdateAsync(parts.Where(_ => true), new() { Pipelining = BulkPipelining.Always }, Token);

        Assert.Equal(parts.Count, await StoredAsync(database, parts));
    }

    [Fact]
    public async Task Several_connections_read_back_what_each_holds()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Part> parts = Parts(3_100);
        await context.BulkInsertAsync(parts, new() { Connections = 2 }, Token);
        Assert.Equal(parts.Count, await StoredAsync(database, parts));
    }

    [Fact]
    public async Task Values_that_a_row_has_are_left_as_they_are()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        DateTime exact = new DateTime(2020, 1, 2, 3, 4, 5).AddTicks(1_234_567);
        Part part = new() { Name = "a", Amount = 3, Made = exact };
        await context.BulkInsertAsync([part], cancellationToken: Token);
        Assert.Equal((3, exact, 6), (part.Amount, part.Made, part.Twice));
    }

    [Fact]
    public async Task Nothing_is_read_back_when_that_is_turned_off()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Part> parts = Parts();
        await context.BulkInsertAsync(parts, new() { ReadGenerated = false }, Token);
        Assert.All(parts, part => Assert.Equal((0, default), (part.Twice, part.Version)));
        await context.BulkUpdateAsync(parts, new() { ReadGenerated = false, CheckConcurrency = false }, Token);
        Assert.All(parts, part => Assert.Equal((0, default), (part.Twice, part.Version)));
    }

    [Fact]
    public async Task A_tracked_entity_gets_its_row_version_though_nothing_else_is_read_back()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Part> parts = Parts();
        context.AddRange(parts);
        await context.BulkInsertAsync(parts, new() { ReadGenerated = false }, Token);
        Assert.All(parts, part => Assert.Equal(0, part.Twice));
        parts.ForEach(part => part.Name = "changed");
        Assert.Equal(parts.Count, await context.SaveChangesAsync(Token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_concurrency_token_that_has_a_default_is_known_to_the_next_update_and_delete(bool isTracked)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Part>(part =>
        {
            part.ToTable("parts").Property(p => p.Amount).HasDefaultValue(7).IsConcurrencyToken();
            part.Property(p => p.Version).HasDefaultValueSql("'2001-02-03 04:05:06.789'").IsConcurrencyToken();
        }));
        await using ModelContext context = database.Context();
        List<Part> parts = [.. Enumerable.Range(0, 8).Select(_ => new Part())];
        if (isTracked)
            context.AddRange(parts);

        await context.BulkInsertAsync(parts, cancellationToken: Token);
        Assert.All(parts, part => Assert.Equal(7, part.Amount));
        parts.ForEach(part => part.Name = "changed");
        Assert.Equal(8, (await context.BulkUpdateAsync(parts, cancellationToken: Token)).RowsUpdated);
        Assert.Equal(8, (await context.BulkDeleteAsync(parts, cancellationToken: Token)).RowsDeleted);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_whose_values_cannot_be_read_are_taken_back(bool isAsync)
    {
        await using TestDatabase database = await CreateAsync();
        await database.ExecuteAsync("ALTER TABLE parts RENAME COLUMN Twice TO Other");
        await using ModelContext context = database.Context();
        List<Part> parts = Parts();
        context.AddRange(parts);

        await Assert.ThrowsAsync<BulkOperationException>(() => context.InsertAsync(isAsync, parts, new() { VerifyKeys = false }));

        Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM parts"));
        Assert.All(parts, part => Assert.Equal((0, EntityState.Added), (part.Id, context.Entry(part).State)));
    }

    [Fact]
    public async Task In_the_callers_transaction_they_are_read_in_it()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Part> parts = Parts();
        await using (IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token))
        {
            await context.BulkInsertAsync(parts, cancellationToken: Token);
            Assert.Equal(Parts().Select(p => p.Amount == 0 ? 7 : p.Amount), parts.Select(p => p.Amount));
            parts.ForEach(part => part.Name = "changed");
            await context.BulkUpdateAsync(parts, cancellationToken: Token);
            await transaction.CommitAsync(Token);
        }

        Assert.Equal(parts.Count, await StoredAsync(database, parts));
    }

    [Fact]
    public async Task Rows_are_found_by_keys_of_any_type()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Named>(named =>
        {
            named.ToTable("named").HasKey(n => new { n.Name, n.Number });
            named.Property(n => n.Name).HasMaxLength(40);
            named.Property(n => n.Number).ValueGeneratedNever();
            named.Property(n => n.Amount).HasDefaultValue(7);
            named.Property(n => n.Length).HasComputedColumnSql("CHAR_LENGTH(`Name`)", stored: true);
        }));
        await using ModelContext context = database.Context();
        List<Named> rows = [.. Enumerable.Range(0, 50).Select(i => new Named { Name = new('ä', 1 + (i % 7)), Number = i, Amount = i % 2 })];

        await context.BulkInsertAsync(rows, new() { BatchRows = 20 }, Token);

        Assert.All(rows, row => Assert.Equal((row.Number % 2 == 0 ? 7 : 1, row.Name.Length), (row.Amount, row.Length)));
        rows.ForEach(row => row.Length = 0);
        await context.BulkUpdateAsync(rows, cancellationToken: Token);
        Assert.All(rows, row => Assert.Equal(row.Name.Length, row.Length));
    }

    private static string Shown(Part part) => $"{part.Name}|{part.Amount}|{part.Made:O}|{part.Twice}";

    private static List<Part> Parts(int count = 8)
        => [.. Enumerable.Range(0, count).Select(i => new Part { Name = $"part {i}", Amount = i % 2 == 0 ? 0 : i, Made = i % 4 == 0 ? new(2020, 1, 2) : default })];

    // Columns that are stored as the entities say.
    private static async Task<int> StoredAsync(TestDatabase database, List<Part> parts)
    {
        await using ModelContext context = database.Context();
        Dictionary<int, Part> stored = await context.Set<Part>().AsNoTracking().ToDictionaryAsync(p => p.Id, Token);
        return parts.Count(part => stored.TryGetValue(part.Id, out Part? row) && Shown(row) == Shown(part) && row.Version == part.Version);
    }

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model => model.Entity<Part>(part =>
        {
            part.ToTable("parts");
            part.Property(p => p.Amount).HasDefaultValue(7);
            part.Property(p => p.Made).HasDefaultValueSql("'2001-02-03 04:05:06.789'");
            part.Property(p => p.Twice).HasComputedColumnSql("Amount * 2", stored: true);
            part.Property(p => p.Version).ValueGeneratedOnAddOrUpdate().IsConcurrencyToken();
        }));
        await database.ExecuteAsync("ALTER TABLE parts MODIFY Version datetime(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)");
        return database;
    }

    private sealed class Part
    {
        public int Id { get; set; }

        public string Name { get; set; } = "";

        public int Amount { get; set; }

        public DateTime Made { get; set; }

        public int Twice { get; set; }

        public DateTime Version { get; set; }
    }

    private sealed class Named
    {
        public string Name { get; set; } = "";

        public int Number { get; set; }

        public int Amount { get; set; }

        public int Length { get; set; }
    }
}
