using System.Globalization;
using System.Text.RegularExpressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Plans;

/// <summary>Rows are found through the primary key, never by reading the table.</summary>
[BothServers]
[OnEachServer("Each server has an optimizer of its own.")]
public abstract partial class IndexUseTests(Servers servers, ServerKind kind)
{
    private const int Stored = 12_000;
    private const int Changed = 240;

    [Fact]
    public Task Int_keys_use_the_index() => UsesIndexAsync(null, i => i);

    [Fact]
    public Task Long_keys_use_the_index() => UsesIndexAsync(null, i => long.MaxValue - i);

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

    [Fact]
    public Task DateTime_keys_use_the_index() => UsesIndexAsync(p => p.HasColumnType("datetime(6)"), i => new DateTime(2024, 1, 1).AddTicks(i * 10));

    [Fact]
    public Task Decimal_keys_use_the_index() => UsesIndexAsync(p => p.HasPrecision(20, 4), i => i + 0.5m);

    [Fact]
    public async Task Keys_of_three_columns_use_the_index()
    {
        await using TestDatabase database = await servers.OfAsync(kind).CreateAsync(model => model.Entity<Triple>(entity =>
        {
            entity.ToTable("keyed").HasKey(t => new { t.A, t.B, t.C });
            entity.Property(t => t.B).HasMaxLength(40);
        }));
        await CheckAsync(database, [.. Enumerable.Range(0, Stored).Select(i => new Triple { A = i % 10, B = $"b{i % 50}", C = i })]);
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
        await CheckAsync(database, [.. Enumerable.Range(0, Stored).Select(i => new Keyed<TKey> { Id = key(i), Payload = i })]);
    }

    private async Task CheckAsync<TRow>(TestDatabase database, List<TRow> rows)
        where TRow : class
    {
        await using ModelContext context = database.Context();
        await context.Database.OpenConnectionAsync();
        await context.BulkInsertAsync(rows);
        await TestDatabase.QueryAsync(context, "ANALYZE TABLE keyed");
        // Every fiftieth row, so that no range of keys covers them cheaply.
        List<TRow> changed = [.. rows.Where((_, i) => i % (Stored / Changed) == 0)];
        BulkExplanation update = context.ExplainBulkUpdate(changed, new() { Strategy = BulkStrategy.ValuesJoin });
        await AssertPlanAsync(context, update.FirstStatement);
        foreach (BulkStrategy strategy in (BulkStrategy[])[BulkStrategy.KeyList, BulkStrategy.ValuesJoin])
            await AssertPlanAsync(context, context.ExplainBulkDelete(changed, new() { Strategy = strategy }).FirstStatement);
        foreach (BulkStrategy strategy in EveryStrategy.Updates(kind))
            await AssertReadsAsync(context, strategy, () => context.BulkUpdateAsync(changed, new() { Strategy = strategy, BatchRows = 100 }));
        foreach (BulkStrategy strategy in EveryStrategy.Deletes(kind))
        {
            await AssertReadsAsync(context, strategy, () => context.BulkDeleteAsync(changed, new() { Strategy = strategy, BatchRows = 100 }));
            await context.BulkInsertAsync(changed);
        }
    }

    private async Task AssertPlanAsync(ModelContext context, string statement)
    {
        // Any value of its type can stand for a parameter.
        string explained = Parameter().Replace(statement, "X'00000000000000000000000000000000'");
        string explain = kind == ServerKind.MySql ? "EXPLAIN FORMAT=TRADITIONAL" : "EXPLAIN";
        List<object?[]> plan = await TestDatabase.QueryAsync(context, $"{explain} {explained}");
        // id, select_type, table, on MySQL partitions, then type, possible_keys, key
        int type = kind == ServerKind.MySql ? 4 : 3;
        Assert.True(
            plan.Any(row => row[type] is "range" or "eq_ref" or "ref" or "const" && row[type + 2] is "PRIMARY"),
            $"{statement[..40]}…: {string.Join("; ", plan.Select(row => string.Join('|', row)))}");
        List<object?[]> warnings = await TestDatabase.QueryAsync(context, "SHOW WARNINGS");
        Assert.DoesNotContain(warnings, warning => Convert.ToInt32(warning[1], CultureInfo.InvariantCulture) == 3170);
    }

    private static async Task AssertReadsAsync(ModelContext context, BulkStrategy strategy, Func<Task<BulkResult>> call)
    {
        long before = await ScannedAsync(context);
        Assert.Equal(Changed, (await call()).RowsAffected);
        // The list itself is also read row by row; a table scan would read 12,000 rows for each statement.
        long scanned = await ScannedAsync(context) - before;
        Assert.True(scanned < 4 * Changed, $"{strategy} read {scanned} rows one after the other");
    }

    private static async Task<long> ScannedAsync(ModelContext context)
        => (await TestDatabase.QueryAsync(context, "SHOW SESSION STATUS WHERE Variable_name IN ('Handler_read_rnd_next', 'Handler_read_next', 'Handler_read_first')"))
            .Sum(row => long.Parse((string)row[1]!, CultureInfo.InvariantCulture));

    [GeneratedRegex(@"@b\d+")]
    private static partial Regex Parameter();
}
