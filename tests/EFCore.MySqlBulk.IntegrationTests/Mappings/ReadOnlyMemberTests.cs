using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>What the server or EF Core generates is written to members that the program cannot write: init-only and get-only properties, private setters, records.</summary>
[BothServers]
public abstract class ReadOnlyMemberTests(Servers servers, ServerKind kind)
{
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task An_init_only_key(bool isAsync)
        => await AllCallsAsync(isAsync, i => new Init { Code = $"{i:00}", Text = $"t{i}" }, row => row.Code, (row, text) => row.Text = text, row => $"{row.Id} {row.Code} {row.Text} {row.Length} {row.Count}");

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_get_only_key(bool isAsync)
        => await AllCallsAsync(isAsync, i => new GetOnly($"{i:00}") { Text = $"t{i}" }, row => row.Code, (row, text) => row.Text = text, row => $"{row.Id} {row.Code} {row.Text} {row.Length} {row.Count}");

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_private_setter(bool isAsync)
        => await AllCallsAsync(isAsync, i => new Private($"{i:00}") { Text = $"t{i}" }, row => row.Code, (row, text) => row.Text = text, row => $"{row.Id} {row.Code} {row.Text} {row.Length} {row.Count}");

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_record(bool isAsync)
        => await AllCallsAsync(isAsync, i => new Positional(0, $"{i:00}") { Text = $"t{i}" }, row => row.Code, (row, text) => row.Text = text, row => $"{row.Id} {row.Code} {row.Text} {row.Length} {row.Count}");

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_key_that_the_client_generates(bool isAsync)
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Made>(made =>
        {
            made.ToTable("made").Property(row => row.Id);
            made.Property(row => row.Name).HasMaxLength(20);
        }));
        await using ModelContext context = database.Context();
        List<Made> rows = [new("a"), new("b")];
        await context.InsertAsync(isAsync, rows);
        List<Made> more = [new("c"), .. rows, new("d")];
        Assert.Equal(2, (await context.InsertOrUpdateAsync(isAsync, more)).RowsInserted);
        Assert.DoesNotContain(Guid.Empty, more.Select(row => row.Id));
        Assert.Equal(more.Select(row => $"{row.Name} {row.Id}").Order(StringComparer.Ordinal), (await context.Set<Made>().ToListAsync(Token)).Select(row => $"{row.Name} {row.Id}").Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_complex_value_of_read_only_members()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Holder>(holder =>
        {
            holder.ToTable("holders");
            holder.ComplexProperty(h => h.Size, size => size.Property(s => s.Area).HasComputedColumnSql("Size_Width * Size_Height", stored: true));
        }));
        await using ModelContext context = database.Context();
        List<Holder> holders = [.. Enumerable.Range(1, 5).Select(i => new Holder { Size = new(i, i + 1, 0) })];
        await context.BulkInsertAsync(holders, cancellationToken: Token);
        Assert.Equal([2, 6, 12, 20, 30], holders.Select(holder => holder.Size.Area));
    }

    // The same rows by SaveChanges and by each call.
    private async Task AllCallsAsync<T>(bool isAsync, Func<int, T> make, System.Linq.Expressions.Expression<Func<T, object?>> match, Action<T, string> change, Func<T, string> shown)
        where T : class
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<T>(row =>
        {
            row.ToTable("things");
            row.HasKey("Id");
            row.Property<int>("Id").ValueGeneratedOnAdd();
            row.Property<string>("Code").HasMaxLength(20);
            row.HasIndex("Code").IsUnique();
            row.Property<string>("Text").HasMaxLength(40);
            row.Property<int>("Length").HasComputedColumnSql("CHAR_LENGTH(Text)", stored: true);
            row.Property<int>("Count").HasDefaultValueSql("(7)");
        }));
        await using ModelContext context = database.Context();
        List<T> saved = Made(10);
        context.AddRange(saved);
        await context.SaveChangesAsync(Token);
        context.ChangeTracker.Clear();
        string[] expected = [.. saved.Select(shown)];
        // A parameter cannot express the column's default.
        foreach (BulkStrategy strategy in EveryStrategy.Inserts.Except([BulkStrategy.PreparedMultiRow]))
        {
            await database.ExecuteAsync("TRUNCATE TABLE things");
            List<T> rows = Made(10);
            await context.InsertAsync(isAsync, rows, new() { Strategy = strategy, BatchRows = EveryStrategy.BatchRows(strategy) });
            Assert.Equal(expected, rows.Select(shown));
        }

        List<T> given = Made(15);
        given.ForEach(row => change(row, "changed"));
        BulkResult done = await context.InsertOrUpdateAsync(isAsync, given, new() { Match = match });
        Assert.Equal((5, 10), (done.RowsInserted, done.RowsUpdated));
        Assert.Equal((await StoredAsync()).Select(shown), given.Select(shown));
        given = Made(17);
        given.ForEach(row => change(row, "again"));
        done = await context.SynchronizeAsync(isAsync, given[2..], new() { Match = match, WholeTable = true });
        Assert.Equal((2, 13, 2), (done.RowsInserted, done.RowsUpdated, done.RowsDeleted));
        Assert.Equal((await StoredAsync()).Select(shown), given[2..].Select(shown));
        given = Made(20);
        Assert.Equal(5, (await context.InsertIfAbsentAsync(isAsync, given, new() { Match = match })).RowsInserted);
        Assert.Equal((await StoredAsync()).Select(row => shown(row).Split(' ')[0]), given.OrderBy(row => int.Parse(shown(row).Split(' ')[0], null)).Select(row => shown(row).Split(' ')[0]));
        given.ForEach(row => change(row, "updated"));
        await context.UpdateAsync(isAsync, given);
        Assert.Equal((await StoredAsync()).Select(shown), given.OrderBy(row => int.Parse(shown(row).Split(' ')[0], null)).Select(shown));

        List<T> Made(int count) => [.. Enumerable.Range(0, count).Select(make)];

        async Task<List<T>> StoredAsync() => await context.Set<T>().AsNoTracking().OrderBy(row => EF.Property<int>(row, "Id")).ToListAsync(Token);
    }

    private sealed class Init
    {
        public int Id { get; init; }

        public string Code { get; init; } = "";

        public string Text { get; set; } = "";

        public int Length { get; init; }

        public int Count { get; init; }
    }

    private sealed class GetOnly(string code)
    {
        public int Id { get; }

        public string Code { get; } = code;

        public string Text { get; set; } = "";

        public int Length { get; }

        public int Count { get; }
    }

    private sealed class Private
    {
        public Private(string code) => Code = code;

        private Private()
        {
        }

        public int Id { get; private set; }

        public string Code { get; private set; } = "";

        public string Text { get; set; } = "";

        public int Length { get; private set; }

        public int Count { get; private set; }
    }

    private sealed record Positional(int Id, string Code)
    {
        public string Text { get; set; } = "";

        public int Length { get; init; }

        public int Count { get; init; }
    }

    private sealed class Made(string name)
    {
        public Guid Id { get; }

        public string Name { get; } = name;
    }

    private sealed class Holder
    {
        public int Id { get; init; }

        public required Size Size { get; init; }
    }

    private sealed record Size(int Width, int Height, int Area);
}
