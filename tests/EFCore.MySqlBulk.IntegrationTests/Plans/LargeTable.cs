using System.Globalization;
using EFCore.MySqlBulk.IntegrationTests.Support.Databases;
using Microsoft.EntityFrameworkCore;
using TestServers;

namespace EFCore.MySqlBulk.IntegrationTests.Plans;

/// <summary>A table of a million rows, filled on the server once for each of them, whose statistics a test can replace.</summary>
public sealed class LargeTable(Servers servers) : IAsyncDisposable
{
    public const int Rows = 1_000_000;

    private readonly Dictionary<ServerKind, TestDatabase> _databases = [];

    public async ValueTask DisposeAsync()
    {
        foreach (TestDatabase database in _databases.Values)
            await database.DisposeAsync();
    }

    /// <summary>The table's database.</summary>
    public async Task<TestDatabase> OfAsync(ServerKind kind)
    {
        if (_databases.TryGetValue(kind, out TestDatabase? found))
            return found;
        TestDatabase database = await servers.OfAsync(kind, Servers.Roomy).CreateAsync(model => model.Entity<Part>(entity =>
        {
            entity.ToTable("parts");
            entity.Property(p => p.Id).ValueGeneratedNever();
            entity.Property(p => p.Code).HasMaxLength(40);
            entity.HasIndex(p => p.Code, "by_code").IsUnique();
            entity.HasIndex(p => p.Batch, "by_batch");
            entity.HasOne<Lot>().WithMany(l => l.Parts).HasForeignKey(p => p.Batch).HasConstraintName("of_lot");
        }).Entity<Lot>().ToTable("lots").Property(l => l.Id).ValueGeneratedNever());
        string digits = string.Join(" UNION ALL ", Enumerable.Range(0, 10).Select(i => $"SELECT {i} AS d"));
        string from = string.Join(", ", Enumerable.Range(0, 6).Select(i => $"({digits}) AS t{i}"));
        string number = string.Join(" + ", Enumerable.Range(0, 6).Select(i => $"t{i}.d * {Math.Pow(10, i)}"));
        // Ten rows of a batch lie apart.
        await database.ExecuteAsync(
            "ALTER TABLE parts DROP FOREIGN KEY of_lot",
            $"INSERT INTO parts (Id, Code, Batch, Stock, Text) SELECT n, CONCAT('c', n), n % {Rows / 10}, 1, REPEAT('x', 100) FROM (SELECT {number} AS n FROM {from} ORDER BY n) AS numbers",
            "INSERT INTO lots SELECT DISTINCT Batch FROM parts");
        return _databases[kind] = database;
    }

    /// <summary>Replaces the statistics that the server plans by.</summary>
    public static async Task SetAsync(TestDatabase database, ServerKind kind, Statistics statistics)
    {
        string table = $"database_name = '{database.Name}' AND table_name = 'parts'";
        await database.ExecuteAsync("ALTER TABLE parts STATS_PERSISTENT = 1, STATS_AUTO_RECALC = 0", "ANALYZE TABLE parts");
        string[] change = statistics switch
        {
            Statistics.Fresh => [],
            Statistics.None => [$"DELETE FROM mysql.innodb_table_stats WHERE {table}", $"DELETE FROM mysql.innodb_index_stats WHERE {table}"],
            // As when the table had a thousand rows.
            Statistics.Stale =>
            [
                $"UPDATE mysql.innodb_table_stats SET n_rows = 1000, clustered_index_size = 12, sum_of_other_index_sizes = 6 WHERE {table}",
                $"UPDATE mysql.innodb_index_stats SET stat_value = IF(stat_name IN ('size', 'n_leaf_pages'), 6, IF(index_name = 'by_batch' AND stat_name = 'n_diff_pfx01', 100, 1000)) WHERE {table}",
            ],
            // As while a transaction had deleted nearly all rows, which it then rolled back.
            Statistics.AfterRollback =>
            [
                $"UPDATE mysql.innodb_table_stats SET n_rows = 1000 WHERE {table}",
                $"UPDATE mysql.innodb_index_stats SET stat_value = IF(index_name = 'by_batch' AND stat_name = 'n_diff_pfx01', 1, 1000) WHERE stat_name NOT IN ('size', 'n_leaf_pages') AND {table}",
            ],
            // As when the table was empty.
            Statistics.OfEmptyTable =>
            [
                $"UPDATE mysql.innodb_table_stats SET n_rows = 0, clustered_index_size = 1, sum_of_other_index_sizes = 2 WHERE {table}",
                $"UPDATE mysql.innodb_index_stats SET stat_value = IF(stat_name IN ('size', 'n_leaf_pages'), 1, 0) WHERE {table}",
            ],
            _ => throw new ArgumentOutOfRangeException(nameof(statistics)),
        };
        // MariaDB reads them only when a table that it does not know is opened.
        string[] reload = kind == ServerKind.MySql ? ["FLUSH TABLE parts"] : ["FLUSH TABLES", "RENAME TABLE parts TO other", "FLUSH TABLES", "RENAME TABLE other TO parts", "FLUSH TABLES"];
        await database.ExecuteAsync([.. change, .. reload]);
    }

    /// <summary>What a call reads row after row, and how many rows are locked after it, on a context's connection.</summary>
    public static async Task<(long Read, long Locked)> CostAsync(DbContext context, Func<Task> call)
    {
        long before = await ReadAsync(context);
        await call();
        long read = await ReadAsync(context) - before;
        return (read, await LockedRows.OfAsync(context));
    }

    private static async Task<long> ReadAsync(DbContext context)
        => (await TestDatabase.QueryAsync(context, "SHOW SESSION STATUS WHERE Variable_name IN ('Handler_read_rnd_next', 'Handler_read_next', 'Handler_read_prev')"))
            .Sum(row => long.Parse((string)row[1]!, CultureInfo.InvariantCulture));
}
