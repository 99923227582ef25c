using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.InsertOrUpdate;

/// <summary>Rows are matched by what their columns store: a value that is rounded, trimmed or padded, or text of another character set, finds the row that it was stored in.</summary>
[BothServers]
public abstract class StoredFormTests(Servers servers, ServerKind kind)
{
    private static readonly DateTime Day = new(2026, 3, 1, 10, 0, 0);

    // The column has the first one, and not the second.
    private static readonly string[] Characters = ["é", "日"];

    public static TheoryData<string> Columns => ["datetime", "datetime(3)", "timestamp(0)", "date", "time(0)", "decimal(10,2)", "float", "float as double", "char(20)", "binary(20)", "latin1", "latin1_bin", "cp1251", "utf8mb3", "ascii"];

    [Theory]
    [MemberData(nameof(Columns))]
    public async Task A_value_finds_the_row_that_it_was_stored_in(string column) => await MatchAsync(column, isKey: false);

    [OnlyInFullRuns("The same columns in a unique index are tested; a key goes the same way.")]
    [Theory]
    [MemberData(nameof(Columns))]
    public async Task So_does_a_key(string column) => await MatchAsync(column, isKey: true);

    [Theory]
    [InlineData("decimal(10,2)")]
    [InlineData("datetime")]
    [InlineData("char(20)")]
    public async Task Rows_that_a_column_would_store_as_the_same_are_the_same(string column)
    {
        switch (column)
        {
            case "decimal(10,2)":
                await SameAsync<decimal>(column, 1.234m, 1.2341m);
                break;
            case "datetime":
                await SameAsync(column, Day.AddMilliseconds(100), Day.AddMilliseconds(200));
                break;
            default:
                await SameAsync(column, "a", "a ");
                break;
        }
    }

    [Fact]
    public async Task Text_that_the_character_set_has_not_is_found_nowhere()
    {
        await using TestDatabase database = await CreateAsync<string>("latin1", isKey: false);
        await using ModelContext context = database.Context();
        await context.BulkInsertAsync([new Marked<string> { Mark = "?", Name = "stored" }], cancellationToken: Token);

        foreach (int rows in new[] { 1, 2 })
        {
            List<Marked<string>> given = [.. Characters.TakeLast(rows).Select(mark => new Marked<string> { Mark = mark, Name = "given" })];
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync(given, new() { Match = m => m.Mark }, Token));
            Assert.Equal((rows - 1, 1366), (refused.RowIndex, refused.ErrorNumber));
            // MariaDB refuses to convert a constant of an update.
            await Assert.ThrowsAnyAsync<DbUpdateException>(() => context.BulkUpdateAsync(given, new() { Match = m => m.Mark }, Token));
        }

        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM marked WHERE Name = 'stored'"));
    }

    private Task MatchAsync(string column, bool isKey) => column switch
    {
        "datetime" or "datetime(3)" or "timestamp(0)" or "date" => MatchAsync(column, isKey, i => Day.AddDays(i).AddTicks(6_124_567)),
        "time(0)" => MatchAsync(column, isKey, i => TimeSpan.FromMilliseconds((i * 1_000) + 612)),
        "decimal(10,2)" => MatchAsync(column, isKey, i => i + 0.1251m),
        "float" => MatchAsync(column, isKey, i => i + 0.1f),
        "float as double" => MatchAsync("float", isKey, i => i + 0.1),
        "char(20)" => MatchAsync(column, isKey, i => $"a{i} "),
        "binary(20)" => MatchAsync(column, isKey, i => new byte[] { 1, (byte)i, (byte)(i >> 8) }),
        "cp1251" => MatchAsync(column, isKey, i => $"д{i}"),
        "ascii" => MatchAsync(column, isKey, i => $"a{i}"),
        _ => MatchAsync(column, isKey, i => $"é{i}"),
    };

    private async Task MatchAsync<TMark>(string column, bool isKey, Func<int, TMark> mark)
        where TMark : notnull
    {
        foreach (int rows in new[] { 1, 5, 3_100 })
        {
            await using TestDatabase database = await CreateAsync<TMark>(column, isKey);
            await using ModelContext context = database.Context();
            List<Marked<TMark>> Given(string name) => [.. Enumerable.Range(1, rows).Select(i => new Marked<TMark> { Serial = isKey ? i : 0, Mark = mark(i), Name = name })];
            List<Marked<TMark>> inserted = Given("é");
            Assert.Equal(rows, (await context.BulkInsertAsync(inserted, cancellationToken: Token)).RowsInserted);
            Assert.All(inserted, m => Assert.Equal(7, m.Default));
            List<object?[]> stored = await database.QueryAsync("SELECT Mark, Serial FROM marked ORDER BY Serial");

            BulkResult done = await context.BulkInsertOrUpdateAsync(Given("é"), new() { Match = m => m.Mark, Except = m => new { m.Serial, m.Default } }, Token);
            Assert.Equal((0, 0, rows), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
            done = await context.BulkInsertOrUpdateAsync(Given("ö"), new() { Match = m => m.Mark, Except = m => new { m.Serial, m.Default } }, Token);
            Assert.Equal((0, rows, 0), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged));
            Assert.Equal(rows, (await context.BulkInsertIfAbsentAsync(Given("no"), new() { Match = m => m.Mark }, Token)).RowsUnchanged);
            for (int run = 0; run < 2; run++)
            {
                done = await context.BulkSynchronizeAsync(Given("ü"), new() { WholeTable = true, Match = m => m.Mark, Except = m => new { m.Serial, m.Default } }, Token);
                Assert.Equal((0, run == 0 ? rows : 0, run == 0 ? 0 : rows, 0), (done.RowsInserted, done.RowsUpdated, done.RowsUnchanged, done.RowsDeleted));
            }

            Assert.Equal(rows, (await context.BulkUpdateAsync(Given("à"), new() { Match = m => m.Mark, Except = m => new { m.Serial, m.Default } }, Token)).RowsUpdated);
            Assert.Equal(rows, await database.CountAsync("SELECT COUNT(*) FROM marked WHERE Name = 'à'"));
            Assert.Equal(stored, await database.QueryAsync("SELECT Mark, Serial FROM marked ORDER BY Serial"));
        }
    }

    private async Task SameAsync<TMark>(string column, TMark one, TMark other)
        where TMark : notnull
    {
        await using TestDatabase database = await CreateAsync<TMark>(column, isKey: true);
        await using ModelContext context = database.Context();
        Marked<TMark>[] given = [new() { Mark = one, Name = "first" }, new() { Mark = other, Name = "last" }];
        foreach (bool exists in new[] { false, true })
        {
            BulkOperationException refused = await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkInsertOrUpdateAsync(given, new() { Except = m => new { m.Serial, m.Default } }, Token));
            Assert.Contains("different keys that the server treats as equal", refused.Message, StringComparison.Ordinal);
            Assert.Equal(exists ? 1 : 0, await database.CountAsync("SELECT COUNT(*) FROM marked"));
            BulkResult done = await context.BulkInsertOrUpdateAsync(given, new() { Except = m => new { m.Serial, m.Default }, Duplicates = DuplicateRows.LastWins }, Token);
            Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM marked WHERE Name = 'last'"));
            Assert.Equal(exists ? 0 : 1, done.RowsInserted);
            given = [new() { Mark = one, Name = "first" }, new() { Mark = other, Name = "last" }];
        }

        foreach (int batch in new[] { 1, 2 })
            await Assert.ThrowsAsync<BulkOperationException>(() => context.BulkUpdateAsync(given, new() { Except = m => new { m.Serial, m.Default }, BatchRows = batch }, Token));
        Assert.Equal(1, await database.CountAsync("SELECT COUNT(*) FROM marked WHERE Name = 'last'"));
    }

    // The model says nothing of the column's type: the table was there before.
    private async Task<TestDatabase> CreateAsync<TMark>(string column, bool isKey)
        where TMark : notnull
    {
        TestDatabase database = await servers.OfAsync(kind).CreateAsync(isKey ? Keyed<TMark> : Indexed<TMark>);
        string type = column switch
        {
            "latin1_bin" => "varchar(50) CHARACTER SET latin1 COLLATE latin1_bin",
            "latin1" or "cp1251" or "utf8mb3" or "ascii" => $"varchar(50) CHARACTER SET {column}",
            _ => column,
        };
        string text = column is "latin1" or "latin1_bin" ? "latin1" : "utf8mb4";
        await database.ExecuteAsync(
            "DROP TABLE marked",
            $"CREATE TABLE marked (Serial int NOT NULL {(isKey ? "DEFAULT 0" : "AUTO_INCREMENT UNIQUE")}, Mark {type} NOT NULL UNIQUE, Name varchar(50) CHARACTER SET {text} NOT NULL, `Default` int NOT NULL DEFAULT 7)");
        return database;
    }

    private static void Keyed<TMark>(ModelBuilder model)
        where TMark : notnull
        => Marks<TMark>(model).HasKey(m => m.Mark);

    private static void Indexed<TMark>(ModelBuilder model)
        where TMark : notnull
    {
        Microsoft.EntityFrameworkCore.Metadata.Builders.EntityTypeBuilder<Marked<TMark>> marked = Marks<TMark>(model);
        marked.HasKey(m => m.Serial);
        marked.Property(m => m.Serial).ValueGeneratedOnAdd();
    }

    private static Microsoft.EntityFrameworkCore.Metadata.Builders.EntityTypeBuilder<Marked<TMark>> Marks<TMark>(ModelBuilder model)
        where TMark : notnull
    {
        Microsoft.EntityFrameworkCore.Metadata.Builders.EntityTypeBuilder<Marked<TMark>> marked = model.Entity<Marked<TMark>>();
        marked.ToTable("marked");
        marked.Property(m => m.Mark).HasMaxLength(50).ValueGeneratedNever();
        marked.HasIndex(m => m.Mark).IsUnique();
        marked.Property(m => m.Default).HasDefaultValue(7).ValueGeneratedOnAdd();
        return marked;
    }

    private sealed class Marked<TMark>
        where TMark : notnull
    {
        public int Serial { get; set; }

        public TMark Mark { get; set; } = default!;

        public string Name { get; set; } = "";

        public int Default { get; set; }
    }
}
