using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary><c>Duplicates</c> makes one row of those that match the same stored row.</summary>
[BothServers]
public abstract class CombinedRowsTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public async Task Counters_are_added_up_as_if_they_had_been_before_the_call(bool isAsync, bool isStream)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        await context.InsertAsync(isAsync, Hits(0, 40));
        List<Hit> given = [.. Enumerable.Range(0, 9_000).Select(i => new Hit { Page = $"page {i * 7 % 60}", Count = i % 5, Last = i })];
        Dictionary<string, (int Count, int Last)> sums = given.GroupBy(hit => hit.Page).ToDictionary(group => group.Key, group => (group.Sum(hit => hit.Count), group.Max(hit => hit.Last)));

        BulkResult done = await context.InsertOrUpdateAsync(isAsync, isStream ? given.Where(_ => true) : given, Sum() with { Match = hit => hit.Page });

        Assert.Equal((20L, 40L), (done.RowsInserted, done.RowsUpdated));
        List<Hit> stored = await context.Set<Hit>().AsNoTracking().ToListAsync(Token);
        Assert.Equal(sums.OrderBy(each => each.Key), stored.ToDictionary(hit => hit.Page, hit => (hit.Count, hit.Last)).OrderBy(each => each.Key));
        // The rows have the key of the stored row, and are otherwise what the caller gave.
        Dictionary<string, int> keys = stored.ToDictionary(hit => hit.Page, hit => hit.Id);
        Assert.All(given, (hit, i) => Assert.Equal((keys[hit.Page], i % 5, i), (hit.Id, hit.Count, hit.Last)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Rows_that_only_the_collation_treats_as_equal_are_combined(bool exists)
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        if (exists)
            await context.BulkInsertAsync(Hits(1, 1), cancellationToken: Token);
        List<Hit> given = [.. Hits(0, 20), new() { Page = "PAGE 1", Count = 10 }, new() { Page = "Page 1", Count = 100 }, new() { Page = "page 1", Count = 1_000 }];

        BulkResult done = await context.BulkInsertOrUpdateAsync(given, Sum() with { Match = hit => hit.Page }, Token);

        Assert.Equal(exists ? (19, 1) : (20, 0), (done.RowsInserted, done.RowsUpdated));
        Hit stored = await context.Set<Hit>().AsNoTracking().SingleAsync(hit => hit.Page == "page 1", Token);
        Assert.Equal(Hits(1, 1)[0].Count + 1_110, stored.Count);
        Assert.All(given.Where(hit => string.Equals(hit.Page, "page 1", StringComparison.OrdinalIgnoreCase)), hit => Assert.Equal(stored.Id, hit.Id));
    }

    [Fact]
    public async Task The_first_row_can_stand_for_the_others()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Hit> given = [.. Hits(0, 10), .. Hits(5, 10)];
        BulkResult done = await context.BulkInsertIfAbsentAsync(given, new() { Match = hit => hit.Page, Duplicates = (kept, _) => kept }, Token);
        Assert.Equal((15L, 0L), (done.RowsInserted, done.RowsUnchanged));
        Assert.All(given.Take(10), (hit, i) => Assert.Equal(i + 1, hit.Count));
        Assert.Equal(given.Skip(5).Take(5).Select(hit => hit.Id), given.Skip(10).Take(5).Select(hit => hit.Id));
        Assert.Equal(Enumerable.Range(1, 15), await context.Set<Hit>().OrderBy(hit => hit.Count).Select(hit => hit.Count).ToListAsync(Token));
    }

    [Fact]
    public async Task A_row_that_cannot_stand_for_both_is_refused_and_everything_stays()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Hit> given = [.. Hits(0, 10), .. Hits(3, 1)];
        await RefusedAsync("returned null", (_, _) => null!);
        await RefusedAsync("returned an entity with the key (other) for the key (page 3)", (_, _) => new() { Page = "other" });
        await RefusedAsync("returned an entity of type 'LateHit' for one of type 'Hit'", (kept, _) => new LateHit { Page = kept.Page });
        context.Add(given[3]);
        await RefusedAsync("returned an entity of its own for tracked ones", (kept, next) => new() { Page = kept.Page, Count = kept.Count + next.Count });
        Assert.Same(given[3], Assert.Single(context.ChangeTracker.Entries()).Entity);

        async Task RefusedAsync(string reason, Func<Hit, Hit, Hit> duplicates)
        {
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(
                () => context.BulkInsertOrUpdateAsync(given, new() { Match = hit => hit.Page, Duplicates = duplicates }, Token));
            Assert.Contains($"Duplicates {reason}", refused.Message, StringComparison.Ordinal);
            Assert.Equal((BulkOutcome.Nothing, 10), (refused.Outcome, refused.RowIndex));
            Assert.Equal(0, await database.CountAsync("SELECT COUNT(*) FROM hits"));
        }
    }

    [Fact]
    public async Task After_a_failure_the_rows_are_as_they_were_and_the_same_call_adds_up_the_same()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        List<Hit> given = [.. Hits(0, 10), .. Hits(3, 4), new() { Page = new string('x', 300), Count = 1 }];
        BulkOperationException failed = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync(given, Sum() with { Match = hit => hit.Page }, Token));
        Assert.Equal((BulkOutcome.Nothing, 14), (failed.Outcome, failed.RowIndex));
        Assert.All(given, hit => Assert.Equal(0, hit.Id));
        Assert.Equal(Hits(0, 10).Concat(Hits(3, 4)).Select(hit => hit.Count), given.SkipLast(1).Select(hit => hit.Count));

        given[^1].Page = "short";
        await context.BulkInsertOrUpdateAsync(given, Sum() with { Match = hit => hit.Page }, Token);
        Assert.Equal(given.Sum(hit => hit.Count), await context.Set<Hit>().SumAsync(hit => hit.Count, Token));
    }

    [Fact]
    public async Task Rows_in_several_tables_cannot_be_combined()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Shelf>(shelf => shelf.HasMany(each => each.Hits).WithOne().HasForeignKey("ShelfId")));
        await using ModelContext context = database.Context();
        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.BulkInsertOrUpdateAsync([new Shelf { Id = 1 }], new() { IncludeGraph = true, Duplicates = (kept, _) => kept }, Token));
        Assert.Contains("leave IncludeGraph out", refused.Message, StringComparison.Ordinal);
    }

    private static BulkInsertOrUpdateOptions<Hit> Sum() => new() { Duplicates = (kept, next) => new() { Page = next.Page, Count = kept.Count + next.Count, Last = next.Last } };

    private static List<Hit> Hits(int from, int count) => [.. Enumerable.Range(from, count).Select(i => new Hit { Page = $"page {i}", Count = i + 1 })];

    private Task<TestDatabase> CreateAsync() => servers.OfAsync(kind).CreateAsync(model => model.Entity<Hit>(hit =>
    {
        hit.ToTable("hits");
        hit.Property(each => each.Page).HasMaxLength(200);
        hit.HasIndex(each => each.Page).IsUnique();
    }));

    private class Hit
    {
        public int Id { get; set; }

        public string Page { get; set; } = "";

        public int Count { get; set; }

        public int Last { get; set; }
    }

    private sealed class LateHit : Hit;

    private sealed class Shelf
    {
        public int Id { get; set; }

        public List<Hit> Hits { get; set; } = [];
    }
}
