using System.Globalization;
using System.Text.RegularExpressions;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using EFCore.MySqlBulk.IntegrationTests.Support.Model;
using EFCore.MySqlBulk.IntegrationTests.Support.Runs;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;
using EFCore.MySqlBulk.IntegrationTests.Values;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;
using Microsoft.EntityFrameworkCore.Storage;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Delete;

/// <summary>The largest list of keys that a delete sends finds its rows in a large table by the primary key, and locks no others.</summary>
[BothServers]
[OnEachServer("Each server has an optimizer of its own.")]
[OnlyInFullRuns("IndexUse looks at the plans of deletes, and ReadKeyType sends lists of every type of key.")]
public abstract partial class KeyListTests(Servers servers, ServerKind kind)
{
    private const int Digits = 10;

    // The server's range optimizer gave up: it ran out of memory.
    private const int GaveUp = 3170;

    // data_locks belongs to the performance schema, which light servers go without.
    private static readonly ServerOptions Options = new() { PerformanceSchema = true, BufferPoolSize = "256M", RedoLogCapacity = "512M" };

    private static readonly int Rows = FullRun.IsLarge ? 2_000_000 : 200_000;

    [Fact]
    public Task Of_int() => CheckAsync<int>(null, "n", i => i);

    [Fact]
    public Task Of_bigint() => CheckAsync<long>(null, "n * 1000003", i => i * 1_000_003L);

    [Fact]
    public Task Of_char() => CheckAsync(p => p.HasColumnType("char(36)"), "CONCAT(LPAD(LOWER(HEX(n)), 8, '0'), '-0001-0002-0304-05060708090a')", i => new Guid(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));

    [Fact]
    public Task Of_binary() => CheckAsync(
        p => p.HasColumnType("binary(16)"), "UNHEX(CONCAT(LPAD(HEX(n), 8, '0'), '0001000203040506070809AA'))", i => Convert.FromHexString($"{i:X8}0001000203040506070809AA"));

    [Fact]
    public Task Of_varchar() => CheckAsync(p => p.HasMaxLength(255), "CONCAT('a rather long key of a row of this table ', LPAD(n, 10, '0'))", i => $"a rather long key of a row of this table {i:0000000000}");

    [Fact]
    public async Task Of_three_columns()
    {
        await using TestDatabase database = await servers.OfAsync(kind, Options).CreateAsync(model => model.Entity<Triple>(entity =>
        {
            entity.ToTable("keyed").HasKey(t => new { t.A, t.B, t.C });
            entity.Property(t => t.B).HasMaxLength(40);
        }));
        await FillAsync(database, "A, B, C, Payload", "n % 10, CONCAT('b', n % 50), n, 1");
        await CheckAsync(database, i => new Triple { A = i % 10, B = $"b{i % 50}", C = i });
    }

    private async Task CheckAsync<TKey>(Action<PropertyBuilder>? column, string sql, Func<int, TKey> key)
        where TKey : notnull
    {
        await using TestDatabase database = await servers.OfAsync(kind, Options).CreateAsync(model => model.Entity<Keyed<TKey>>(entity =>
        {
            entity.ToTable("keyed").HasKey(row => row.Id);
            entity.Property(row => row.Id).ValueGeneratedNever();
            column?.Invoke(entity.Property(row => row.Id));
        }));
        await FillAsync(database, "Id, Payload", $"{sql}, 1");
        await CheckAsync(database, i => new Keyed<TKey> { Id = key(i) });
    }

    private static async Task FillAsync(TestDatabase database, string columns, string values)
    {
        string digits = string.Join(" UNION ALL ", Enumerable.Range(0, Digits).Select(i => $"SELECT {i} AS d"));
        int places = Rows.ToString(CultureInfo.InvariantCulture).Length;
        string from = string.Join(", ", Enumerable.Range(0, places).Select(i => $"({(i < places - 1 ? digits : "SELECT 0 AS d UNION ALL SELECT 1")}) AS t{i}"));
        string number = string.Join(" + ", Enumerable.Range(0, places).Select(i => $"t{i}.d * {Math.Pow(10, i)}"));
        await using ModelContext context = database.Context();
        // Two million rows take longer than a command may by default.
        context.Database.SetCommandTimeout(TimeSpan.FromMinutes(5));
        string fill = $"INSERT INTO keyed ({columns}) SELECT {values} FROM (SELECT {number} AS n FROM {from} ORDER BY n) AS numbers";
        await context.Database.ExecuteSqlRawAsync(fill, Token);
        await database.ExecuteAsync("ANALYZE TABLE keyed");
        Assert.Equal(Rows, await database.CountAsync("SELECT COUNT(*) FROM keyed"));
    }

    private async Task CheckAsync<TRow>(TestDatabase database, Func<int, TRow> row)
        where TRow : class
    {
        // More than any statement takes, spread over the table, and consecutive.
        foreach (int step in (int[])[Rows / 20_000, 1])
            await CheckAsync(database, [.. Enumerable.Range(0, 20_000).Select(i => row(i * step))]);
    }

    private async Task CheckAsync<TRow>(TestDatabase database, List<TRow> given)
        where TRow : class
    {
        foreach (int? asked in new int?[] { null, 1_000_000 })
        {
            string statement = "";
            await using ModelContext context = database.Context(options => options.AddInterceptors(new BeforeStatement(_ => true, command =>
            {
                // The keys that do not fit follow in another statement.
                string sent = command.CommandText[command.CommandText.IndexOf("DELETE ", StringComparison.Ordinal)..];
                statement = sent.Length > statement.Length ? sent : statement;
                return Task.CompletedTask;
            })));
            await context.Database.OpenConnectionAsync(Token);
            await using IDbContextTransaction transaction = await context.Database.BeginTransactionAsync(Token);
            BulkDeleteOptions options = new() { Strategy = BulkStrategy.KeyList, BatchRows = asked };
            int keys = context.ExplainBulkDelete(given, options).BatchRows;
            Assert.InRange(keys, 1_000, given.Count - 1);
            Assert.Equal(keys, (await context.BulkDeleteAsync(given.Take(keys).ToList(), options, Token)).RowsDeleted);
            long locked = kind == ServerKind.MySql
                ? Convert.ToInt64((await TestDatabase.QueryAsync(context, $"SELECT COUNT(*) FROM performance_schema.data_locks WHERE OBJECT_SCHEMA = '{database.Name}' AND OBJECT_NAME = 'keyed' AND LOCK_TYPE = 'RECORD'"))[0][0], CultureInfo.InvariantCulture)
                : await LockedRows.OfAsync(context);
            TestContext.Current.TestOutputHelper?.WriteLine($"{keys} keys, {statement.Length} characters: {locked} rows locked");
            // Each row, and no more than the gap behind it.
            Assert.InRange(locked, keys, (2 * keys) + 10);
            await transaction.RollbackAsync(Token);
            await AssertPlanAsync(context, statement);
        }
    }

    private async Task AssertPlanAsync(ModelContext context, string statement)
    {
        // Parameters are those of a binary key.
        statement = Parameter().Replace(statement, found => $"X'{int.Parse(found.Groups[1].Value, CultureInfo.InvariantCulture):X8}0001000203040506070809AA'");
        List<object?[]> plan = await TestDatabase.QueryAsync(context, $"{(kind == ServerKind.MySql ? "EXPLAIN FORMAT=TRADITIONAL" : "EXPLAIN")} {statement}");
        // id, select_type, table, on MySQL partitions, then type, possible_keys, key
        int type = kind == ServerKind.MySql ? 4 : 3;
        Assert.All(plan, row => Assert.True(row[type] is "range" or "eq_ref" or "const" && row[type + 2] is "PRIMARY", string.Join('|', row)));
        List<object?[]> warnings = await TestDatabase.QueryAsync(context, "SHOW WARNINGS");
        Assert.DoesNotContain(warnings, warning => Convert.ToInt32(warning[1], CultureInfo.InvariantCulture) == GaveUp);
    }

    [GeneratedRegex(@"@b(\d+)")]
    private static partial Regex Parameter();
}
