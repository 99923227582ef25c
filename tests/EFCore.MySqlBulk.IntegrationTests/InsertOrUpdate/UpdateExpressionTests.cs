using System.Linq.Expressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>What the server makes of conditions and values over the stored row and the given one is what .NET makes of them.</summary>
[BothServers]
public abstract class UpdateExpressionTests(Servers servers, ServerKind kind)
{
    [Fact]
    [OnEachServer("Each server has rules of its own for types and NULL in expressions.")]
    public async Task Conditions_mean_what_they_mean_in_NET()
    {
        await using TestDatabase database = await CreateAsync();
        int five = 5;
        string quoted = "it's \\ \"new\"";
        await EqualAsync(
            database,
            (s, g) => g.ChangedAt > s.ChangedAt,
            (s, g) => s.Hits == null,
            (s, g) => s.Hits != g.Hits,
            (s, g) => s.Hits > g.Hits || !(s.Hits <= 3),
            (s, g) => !(s.Hits > 3),
            (s, g) => (s.Hits ?? -1) + g.Small * 2 >= five && s.Name != "a",
            (s, g) => s.Name == quoted,
            (s, g) => s.State == State.Closed || g.State != s.State,
            (s, g) => s.Text == State.Closed,
            (s, g) => s.Hits.HasValue && s.Hits.Value % 2 == 0,
            (s, g) => (s.Small / 2) == g.Small,
            (s, g) => s.Price / 2 > g.Price || s.Price * 1.5m == 3m,
            (s, g) => Math.Max(s.Small, g.Small) - Math.Min(s.Small, g.Small) > 2 && Math.Abs(s.Small - 4) < 3,
            (s, g) => (s.IsOn ? s.Small : g.Small) > 3,
            (s, g) => s.IsOn,
            (s, g) => s.Ratio > 0.3 && s.ChangedAt < new DateTime(2026, 1, 5));
    }

    [Fact]
    public async Task Values_are_calculated_from_what_is_stored_and_read_back()
    {
        await using TestDatabase database = await CreateAsync();
        Expression<Func<Counter, Counter, Counter>> set = (s, g) => new Counter
        {
            Hits = (s.Hits ?? 0) + g.Hits,
            Small = s.Small + (int)(long)1,
            Name = s.Name + "/" + g.Name,
            Price = Math.Max(s.Price, g.Price),
            State = g.State,
            Text = State.Closed,
        };
        (List<Counter> stored, List<Counter> given) = await FillAsync(database);
        Func<Counter, Counter, Counter> calculate = set.Compile();
        List<Counter> expected = [.. stored.Zip(given, (s, g) => calculate(s, g))];
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = c => c.Code, Set = set }, Token);

        Assert.Equal(given.Count, done.RowsUpdated);
        List<Counter> now = await ReadAsync(database);
        Assert.Equal(expected.Select(Set), now.Select(Set));
        Assert.Equal(stored.Select(c => (c.ChangedAt, c.IsOn, c.Ratio)), now.Select(c => (c.ChangedAt, c.IsOn, c.Ratio)));
        Assert.Equal(now.Select(Set), given.Select(Set));

        static object Set(Counter c) => (c.Hits, c.Small, c.Name, c.Price, c.State, c.Text);
    }

    [Fact]
    public async Task A_value_uses_what_was_stored_even_if_that_is_set_too()
    {
        await using TestDatabase database = await CreateAsync();
        (List<Counter> stored, List<Counter> given) = await FillAsync(database);
        await using ModelContext context = database.Context();

        foreach (int rows in (int[])[1, given.Count])
        {
            await context.BulkInsertOrUpdateAsync(
                given.Take(rows).ToList(), new() { Match = c => c.Code, Update = c => c.Price, Set = (s, g) => new Counter { Small = s.Small + 100, Hits = s.Small, Ratio = s.Small } }, Token);
            List<Counter> now = await ReadAsync(database);
            Assert.Equal(stored.Take(rows).Select(c => (c.Small + 100, (int?)c.Small, (double)c.Small)), now.Take(rows).Select(c => (c.Small, c.Hits, c.Ratio)));
            Assert.Equal(given.Take(rows).Select(c => c.Price), now.Take(rows).Select(c => c.Price));
            (stored, given) = await FillAsync(database);
        }

        InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(
            () => context.BulkInsertOrUpdateAsync(given, new() { Match = c => c.Code, Set = (s, g) => new Counter { Small = s.Hits ?? 0, Hits = s.Small } }, Token));
        Assert.Contains("from each other's stored values", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_update_with_a_condition_tells_left_rows_from_missing_ones()
    {
        await using TestDatabase database = await CreateAsync();
        (List<Counter> stored, List<Counter> given) = await FillAsync(database);
        await using ModelContext context = database.Context();

        BulkResult done = await context.BulkUpdateAsync(given, new() { Match = c => c.Code, UpdateWhen = (s, g) => s.Small < 4, Update = c => c.Name }, Token);
        int few = stored.Count(c => c.Small < 4);
        Assert.Equal((few, stored.Count - few), (done.RowsUpdated, done.RowsUnchanged));

        given[3].Code = "gone";
        BulkConcurrencyException missed = await Assert.ThrowsAsync<BulkConcurrencyException>(
            () => context.BulkUpdateAsync(given, new() { Match = c => c.Code, UpdateWhen = (s, g) => s.Small < 4 }, Token));
        Assert.Equal([3], missed.RowIndexes);
    }

    [Fact]
    public async Task What_cannot_be_translated_is_refused_and_named()
    {
        await using TestDatabase database = await CreateAsync();
        await using ModelContext context = database.Context();
        foreach ((Expression<Func<Counter, Counter, bool>> when, string part) in new (Expression<Func<Counter, Counter, bool>>, string)[]
        {
            ((s, g) => s.Name.Contains("ab"), "Contains"),
            ((s, g) => s.Text > g.Text, "Text"),
            ((s, g) => s.Code.Length > 3, "Length"),
            ((s, g) => g.ChangedAt.Year > 2025, "Year"),
        })
        {
            InvalidOperationException refused = await Assert.ThrowsAsync<InvalidOperationException>(() => context.BulkInsertOrUpdateAsync([new Counter()], new() { UpdateWhen = when }, Token));
            Assert.Contains("BulkInsertOrUpdateOptions.UpdateWhen cannot be translated", refused.Message, StringComparison.Ordinal);
            Assert.Contains(part, refused.Message, StringComparison.Ordinal);
        }
    }

    // Each condition decides for every pair of rows as the compiled lambda does.
    private static async Task EqualAsync(TestDatabase database, params Expression<Func<Counter, Counter, bool>>[] conditions)
    {
        foreach (Expression<Func<Counter, Counter, bool>> condition in conditions)
        {
            (List<Counter> stored, List<Counter> given) = await FillAsync(database);
            Func<Counter, Counter, bool> decide = condition.Compile();
            bool[] expected = [.. stored.Zip(given, decide)];
            given.ForEach(c => c.Written = true);
            await using ModelContext context = database.Context();

            BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Match = c => c.Code, UpdateWhen = condition }, Token);

            bool[] written = [.. (await ReadAsync(database)).Select(c => c.Written)];
            Assert.True(expected.SequenceEqual(written), $"{condition}: {string.Join(",", expected)} but {string.Join(",", written)}");
            Assert.Equal((expected.Count(each => each), expected.Count(each => !each)), (done.RowsUpdated, done.RowsUnchanged));
        }
    }

    private static async Task<(List<Counter> Stored, List<Counter> Given)> FillAsync(TestDatabase database)
    {
        List<Counter> stored = [.. Enumerable.Range(0, 40).Select(i => New(i, i))];
        List<Counter> given = [.. Enumerable.Range(0, 40).Select(i => New(i, i * 7 % 11))];
        await database.ExecuteAsync("DELETE FROM counters");
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync(stored, cancellationToken: Token);
        return (stored, given);
    }

    private static Counter New(int code, int i) => new()
    {
        Code = $"c{code:00}",
        Hits = i % 5 == 0 ? null : i % 7,
        Small = i % 9,
        Name = (i % 3) switch { 0 => "a", 1 => "it's \\ \"new\"", _ => "ü😀" },
        State = (State)(i % 2),
        Text = (State)(i % 3 % 2),
        Price = i % 6 + 0.5m,
        IsOn = i % 4 < 2,
        Ratio = i / 20.0,
        ChangedAt = new DateTime(2026, 1, 1).AddDays(i % 10),
    };

    private static async Task<List<Counter>> ReadAsync(TestDatabase database)
    {
        await using ModelContext context = database.Context();
        return await context.Set<Counter>().AsNoTracking().OrderBy(c => c.Code).ToListAsync(Token);
    }

    private async Task<TestDatabase> CreateAsync() => await servers.OfAsync(kind).CreateAsync(model => model.Entity<Counter>(counter =>
    {
        counter.ToTable("counters").HasIndex(c => c.Code).IsUnique();
        counter.Property(c => c.Code).HasMaxLength(10);
        counter.Property(c => c.Text).HasConversion<string>().HasMaxLength(20);
        counter.Property(c => c.Price).HasPrecision(10, 2);
    }));

    private enum State
    {
        Open,
        Closed,
    }

    private sealed class Counter
    {
        public int Id { get; set; }

        public string Code { get; set; } = "";

        public int? Hits { get; set; }

        public int Small { get; set; }

        public string Name { get; set; } = "";

        public State State { get; set; }

        public State Text { get; set; }

        public decimal Price { get; set; }

        public bool IsOn { get; set; }

        public double Ratio { get; set; }

        public DateTime ChangedAt { get; set; }

        public bool Written { get; set; }
    }
}
