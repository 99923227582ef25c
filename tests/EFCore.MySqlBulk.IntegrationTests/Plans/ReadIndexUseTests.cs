using System.Data.Common;
using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Plans;

/// <summary>Whether a filter has ten values or ten thousand, the server finds the rows through the index, and the statement is the same.</summary>
[BothServers]
[OnEachServer("Each server has an optimizer of its own.")]
public abstract class ReadIndexUseTests(Servers servers, ServerKind kind)
{
    private const int Stored = 12_000;
    private static readonly int[] Counts = [10, 1_000, 10_000];

    [Fact]
    public Task Int_keys_use_the_index() => UsesIndexAsync(null, i => i);

    [Fact]
    public Task Ulong_keys_use_the_index() => UsesIndexAsync(null, i => ulong.MaxValue - (ulong)i);

    [Theory]
    [InlineData("char(36)")]
    [InlineData("binary(16)")]
    public Task Guid_keys_use_the_index(string type) => UsesIndexAsync(p => p.HasColumnType(type), i => new Guid(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));

    [Theory]
    [InlineData("utf8mb4_bin")]
    [InlineData("utf8mb4_general_ci")]
    [InlineData("utf8mb4_unicode_520_ci")]
    [InlineData("latin1_swedish_ci")]
    [InlineData("ascii_bin")]
    public Task Text_keys_use_the_index(string collation)
        => UsesIndexAsync(p => p.HasMaxLength(255).Metadata.SetCollation(collation), i => i % 5 == 0 ? $"key\\{i}" : string.Create(CultureInfo.InvariantCulture, $"key '{i}'"));

    [Theory]
    [InlineData("datetime(6)")]
    [InlineData("timestamp(6)")]
    public Task DateTime_keys_use_the_index(string type) => UsesIndexAsync(p => p.HasColumnType(type), i => new DateTime(2024, 1, 1).AddTicks(i * 10));

    [Fact]
    public Task DateOnly_keys_use_the_index() => UsesIndexAsync(null, i => new DateOnly(1900, 1, 1).AddDays(i));

    [Fact]
    public Task TimeSpan_keys_use_the_index() => UsesIndexAsync(null, i => TimeSpan.FromSeconds(i));

    [Fact]
    public Task Decimal_keys_use_the_index() => UsesIndexAsync(p => p.HasPrecision(20, 4), i => i + 0.5m);

    [Fact]
    public Task Double_keys_use_the_index() => UsesIndexAsync(null, i => i / 7d);

    [Fact]
    public Task Binary_keys_use_the_index() => UsesIndexAsync(p => p.HasMaxLength(20), BitConverter.GetBytes);

    [Fact]
    public async Task Keys_of_three_columns_use_the_index()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Triple>(entity =>
        {
            entity.ToTable("keyed").HasKey(t => new { t.A, t.B, t.C });
            entity.Property(t => t.B).HasMaxLength(40);
        }));
        await using ModelContext context = await FilledAsync(database, [.. Enumerable.Range(0, Stored).Select(i => new Triple { A = i % 10, B = $"b{i % 50}", C = i })]);
        foreach (int count in Counts)
            await AssertPlanAsync(context, context.Set<Triple>().WhereKeys(Every(count, i => (i % 10, $"b{i % 50}", (long)i))), count, "PRIMARY");
    }

    [Fact]
    public async Task A_unique_column_that_may_be_null_uses_its_index()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Person>(entity =>
        {
            entity.ToTable("keyed").HasIndex(p => p.Email, "by_email").IsUnique();
            entity.Property(p => p.Email).HasMaxLength(60);
            entity.HasIndex(p => p.Code, "by_code").IsUnique();
            entity.Property(p => p.Code).HasConversion(code => code.Text, text => new(text)).HasMaxLength(20);
        }));
        await using ModelContext context = await FilledAsync(database, [.. Enumerable.Range(0, Stored).Select(i => new Person { Email = $"u{i}", Code = new($"c{i}") })]);
        foreach (int count in Counts)
        {
            await AssertPlanAsync(context, context.Set<Person>().WhereIn(p => p.Email, Every(count, i => (string?)$"U{i}")), count, "by_email");
            await AssertPlanAsync(context, context.Set<Person>().Where(p => p.Id > 0).WhereIn(p => p.Code, Every(count, i => new Code($"c{i}"))).OrderBy(p => p.Id), count, "by_code");
        }
    }

    private async Task UsesIndexAsync<TKey>(Action<PropertyBuilder>? column, Func<int, TKey> key)
        where TKey : notnull
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Keyed<TKey>>(entity =>
        {
            entity.ToTable("keyed").HasKey(row => row.Id);
            entity.Property(row => row.Id).ValueGeneratedNever();
            column?.Invoke(entity.Property(row => row.Id));
        }));
        await using ModelContext context = await FilledAsync(database, [.. Enumerable.Range(0, Stored).Select(i => new Keyed<TKey> { Id = key(i), Payload = i })]);
        foreach (int count in Counts)
            await AssertPlanAsync(context, context.Set<Keyed<TKey>>().WhereKeys(Every(count, key)), count, "PRIMARY");

        long before = await ScannedAsync(context);
        Assert.DoesNotContain(null, await context.Set<Keyed<TKey>>().BulkReadAsync(Every(1_000, key), new() { BatchRows = 100 }));
        // The lists are read row by row, and copied; a scan of the table would read 12,000 rows for each statement.
        long scanned = await ScannedAsync(context) - before;
        Assert.True(scanned < 10_000, $"BulkRead read {scanned} rows one after the other");
    }

    private static async Task<ModelContext> FilledAsync<TRow>(TestDatabase database, List<TRow> rows)
        where TRow : class
    {
        ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        await context.BulkInsertAsync(rows, new() { ReturnKeys = false });
        await TestDatabase.QueryAsync(context, "ANALYZE TABLE keyed");
        return context;
    }

    private async Task AssertPlanAsync<TRow>(ModelContext context, IQueryable<TRow> query, int count, string index)
        where TRow : class
    {
        Assert.Equal(count, await query.CountAsync());
        await using DbCommand command = query.CreateDbCommand();
        Assert.Single(command.Parameters);
        command.CommandText = $"{(kind == ServerKind.MySql ? "EXPLAIN FORMAT=TRADITIONAL" : "EXPLAIN")} {command.CommandText}";
        List<string> plan = [];
        bool usesIndex = false;
        await using DbDataReader reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
        {
            string Text(string name) => Convert.ToString(reader[name], CultureInfo.InvariantCulture)!;
            plan.Add($"{Text("table")}|{Text("type")}|{Text("key")}");
            usesIndex |= Text("type") is "eq_ref" or "ref" && Text("key") == index;
        }

        Assert.True(usesIndex, $"{count} values: {string.Join("; ", plan)}");
    }

    // Spread over the table, so that no range of keys covers them cheaply.
    private static List<T> Every<T>(int count, Func<int, T> make) => [.. Enumerable.Range(0, count).Select(i => make((int)((long)i * Stored / count)))];

    private static async Task<long> ScannedAsync(ModelContext context)
        => (await TestDatabase.QueryAsync(context, "SHOW SESSION STATUS WHERE Variable_name IN ('Handler_read_rnd_next', 'Handler_read_next', 'Handler_read_first')"))
            .Sum(row => long.Parse((string)row[1]!, CultureInfo.InvariantCulture));

    private sealed class Person
    {
        public int Id { get; set; }

        public string? Email { get; set; }

        public Code Code { get; set; }
    }

    private readonly record struct Code(string Text);
}
