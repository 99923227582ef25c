using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Mappings;

/// <summary>Rows whose values are read back are found by keys of any width, and by keys that the server generates in part.</summary>
[BothServers]
public abstract class ReadBackKeysTests(Servers servers, ServerKind kind)
{
    private const ulong Wide = 1UL << 63;

    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task A_composite_key_with_a_generated_part(BulkPipelining pipelining)
    {
        await using TestDatabase database = await CreateAsync();
        await using (ModelContext saving = database.Context())
        {
            List<Line> saved = Lines();
            saving.AddRange(saved);
            await saving.SaveChangesAsync(Token);
            Assert.All(saved, AssertLine);
        }

        foreach (bool isTracked in new[] { false, true })
        {
            await using ModelContext context = database.Context();
            List<Line> lines = Lines();
            if (isTracked)
                context.AddRange(lines);
            await context.BulkInsertAsync(lines, new() { Pipelining = pipelining, BatchRows = 7 }, Token);
            Assert.All(lines, AssertLine);
            Assert.Equal(lines.Count, lines.DistinctBy(line => line.Number).Count());

            lines.ForEach(line => (line.Amount, line.Twice) = (line.Amount + 1, 0));
            await context.BulkUpdateAsync(lines, new() { Pipelining = pipelining, BatchRows = 7 }, Token);
            Assert.All(lines, line => Assert.Equal(line.Amount * 2, line.Twice));
            Assert.Equal(lines.Count, await database.CountAsync($"SELECT COUNT(*) FROM `lines` WHERE Amount IN (8, 4) AND Number >= {lines.Min(l => l.Number)}"));
        }
    }

    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task Unsigned_keys_that_are_given(BulkPipelining pipelining)
    {
        await using TestDatabase database = await CreateAsync();
        ulong[] keys = [0, 1, 2, Wide - 2, Wide - 1, Wide, Wide + 1, ulong.MaxValue - 1, ulong.MaxValue];
        await using ModelContext context = database.Context();
        foreach (ulong[] some in (ulong[][])[keys, [.. keys.Reverse()], [ulong.MaxValue, 0, 1]])
        {
            List<Given> rows = [.. some.Select((key, i) => new Given { Id = key, Name = new('x', i) })];
            await context.BulkInsertAsync(rows, new() { Pipelining = pipelining }, Token);
            Assert.All(rows, row => Assert.Equal((7, row.Name.Length), (row.Amount, row.Length)));

            rows.ForEach(row => (row.Name, row.Length) = (row.Name + "yy", 0));
            await context.BulkUpdateAsync(rows, new() { Pipelining = pipelining }, Token);
            Assert.All(rows, row => Assert.Equal(row.Name.Length, row.Length));
            Assert.Equal(rows.Count, (await context.BulkDeleteAsync(rows, new() { Pipelining = pipelining }, Token)).RowsDeleted);
        }
    }

    [Theory]
    [InlineData(BulkPipelining.Never)]
    [InlineData(BulkPipelining.Always)]
    public async Task Unsigned_keys_that_the_server_generates(BulkPipelining pipelining)
    {
        await using TestDatabase database = await CreateAsync();
        // They cross the limit in the middle of a statement.
        await database.ExecuteAsync($"ALTER TABLE counted AUTO_INCREMENT = {Wide - 5}");
        foreach (bool isTracked in new[] { false, true })
        {
            await using ModelContext context = database.Context();
            List<Counted> rows = [.. Enumerable.Range(0, 20).Select(i => new Counted { Name = new('x', i) })];
            if (isTracked)
                context.AddRange(rows);
            await context.BulkInsertAsync(rows, new() { Pipelining = pipelining, BatchRows = 15 }, Token);
            Assert.All(rows, row => Assert.Equal((7, row.Name.Length), (row.Amount, row.Length)));
            Assert.Equal(20, await context.Set<Counted>().AsNoTracking().CountAsync(c => rows.Select(r => r.Id).Contains(c.Id), Token));

            rows.ForEach(row => (row.Name, row.Length) = (row.Name + "yy", 0));
            await context.BulkUpdateAsync(rows, new() { Pipelining = pipelining }, Token);
            Assert.All(rows, row => Assert.Equal(row.Name.Length, row.Length));
        }
    }

    // Each shop has its own counter, so rows of one statement have the same number.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_part_that_is_counted_for_each_value_of_the_other(bool isTracked)
    {
        await using TestDatabase database = await CreateAsync();
        await database.ExecuteAsync("ALTER TABLE `lines` DROP PRIMARY KEY, ADD PRIMARY KEY (Shop, Number), DROP KEY numbers, ENGINE = MyISAM");
        await using ModelContext context = database.Context();
        List<Line> lines = Lines();
        if (isTracked)
            context.AddRange(lines);
        await context.BulkInsertAsync(lines, cancellationToken: Token);
        Assert.All(lines, AssertLine);
        Assert.Equal([.. Enumerable.Range(1, 10).Select(i => (long)i)], lines.Where(l => l.Shop == 1).Select(l => l.Number));
        Assert.All(lines, line => line.Amount = 50);
        await context.BulkUpdateAsync(lines, cancellationToken: Token);
        Assert.All(lines, line => Assert.Equal(100, line.Twice));
    }

    private static void AssertLine(Line line)
    {
        Assert.NotEqual(0, line.Number);
        Assert.Equal(line.Given ? (3, 6) : (7, 14), (line.Amount, line.Twice));
        Assert.Equal(line.Shop * 1000, line.Code);
    }

    private static List<Line> Lines()
        => [.. Enumerable.Range(0, 20).Select(i => new Line { Shop = 1 + (i % 2), Given = i % 3 == 0, Amount = i % 3 == 0 ? 3 : 0 })];

    private async Task<TestDatabase> CreateAsync()
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(static model =>
        {
            model.Entity<Line>(line =>
            {
                line.ToTable("lines").HasKey(l => new { l.Number, l.Shop });
                line.Property(l => l.Number).ValueGeneratedOnAdd();
                line.Property(l => l.Amount).HasDefaultValue(7);
                line.Property(l => l.Twice).HasComputedColumnSql("Amount * 2", stored: true);
                line.Property(l => l.Code).HasComputedColumnSql("Shop * 1000", stored: true);
            });
            model.Entity<Given>(given =>
            {
                given.ToTable("given").Property(g => g.Id).ValueGeneratedNever();
                given.Property(g => g.Amount).HasDefaultValue(7);
                given.Property(g => g.Length).HasComputedColumnSql("CHAR_LENGTH(Name)", stored: true);
            });
            model.Entity<Counted>(counted =>
            {
                counted.ToTable("counted").Property(c => c.Amount).HasDefaultValue(7);
                counted.Property(c => c.Length).HasComputedColumnSql("CHAR_LENGTH(Name)", stored: true);
            });
        });
        await database.ExecuteAsync("ALTER TABLE `lines` MODIFY Number bigint NOT NULL AUTO_INCREMENT, ADD KEY numbers (Number)");
        return database;
    }

    private sealed class Line
    {
        public long Number { get; set; }

        public int Shop { get; set; }

        public bool Given { get; set; }

        public int Amount { get; set; }

        public int Twice { get; set; }

        public int Code { get; set; }
    }

    private sealed class Given
    {
        public ulong Id { get; set; }

        public string Name { get; set; } = "";

        public int Amount { get; set; }

        public int Length { get; set; }
    }

    private sealed class Counted
    {
        public ulong Id { get; set; }

        public string Name { get; set; } = "";

        public int Amount { get; set; }

        public int Length { get; set; }
    }
}
