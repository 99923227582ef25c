using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Workloads;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.ByQuery;

/// <summary>The tables of visits: ten a minute, a third of which are old. A third table has the rows as they were, to put them back and to check them.</summary>
internal sealed class VisitTables(BenchDatabase database, int rows)
{
    private const string Columns = "Id, Site, At, Length, Path";
    private const string Sum = "SELECT CAST(COALESCE(SUM(CRC32(CONCAT_WS('|', Id, Site, At, COALESCE(Length, -1), Path))), 0) AS SIGNED) AS `Value` FROM";
    private static readonly DateTime Begin = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Unspecified);

    /// <summary>The number of old rows.</summary>
    public int Old { get; } = rows / 3;

    /// <summary>The moment before which rows are old.</summary>
    public DateTime Cutoff { get; } = Begin.AddMinutes(rows / 3 / 10);

    private string IsOld => $"At < '{Cutoff:yyyy-MM-dd HH:mm:ss}'";

    public VisitContext Context() => new(new DbContextOptionsBuilder<VisitContext>().UseMySql(database.ConnectionString, database.Version, mysql => mysql.CommandTimeout(600)).Options);

    public async Task CreateAsync()
    {
        await using VisitContext context = Context();
        await context.Database.OpenConnectionAsync();
        await context.ExecuteAsync(context.Database.GenerateCreateScript());
        await context.ExecuteAsync("CREATE TABLE bench_source LIKE bench_visits");
        string digits = "(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
        await context.ExecuteAsync(
            $"INSERT INTO bench_source ({Columns}) SELECT n, n % 7, '2026-01-01' + INTERVAL (n - 1) DIV 10 MINUTE, NULL, CONCAT('/visits/', n) FROM (SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d + 1000000 * h.d AS n FROM {digits} a, {digits} b, {digits} c, {digits} e, {digits} f, {digits} g, {digits} h) AS numbers WHERE n <= {rows} ORDER BY n");
        await context.ExecuteAsync($"INSERT INTO bench_visits ({Columns}) SELECT {Columns} FROM bench_source");
    }

    /// <summary>Puts the old rows back as they were.</summary>
    public async Task RestoreAsync()
    {
        await using VisitContext context = Context();
        await context.Database.OpenConnectionAsync();
        await context.ExecuteAsync("TRUNCATE TABLE bench_archived");
        await context.ExecuteAsync($"DELETE FROM bench_visits WHERE {IsOld}");
        await context.ExecuteAsync($"INSERT INTO bench_visits ({Columns}) SELECT {Columns} FROM bench_source WHERE {IsOld}");
    }

    /// <summary>Whether the old rows are deleted.</summary>
    public async Task CheckDeletedAsync() => Check("rows are left", await NumberAsync($"SELECT COUNT(*) AS `Value` FROM bench_visits WHERE {IsOld}"), 0);

    /// <summary>Whether the old rows are in the archive, as they were, and nowhere else.</summary>
    public async Task CheckMovedAsync()
    {
        await CheckDeletedAsync();
        await CheckArchiveAsync();
    }

    /// <summary>Whether the old rows are in the archive, as they were, and where they were too.</summary>
    public async Task CheckCopiedAsync()
    {
        Check("rows are still there", await NumberAsync($"SELECT COUNT(*) AS `Value` FROM bench_visits WHERE {IsOld}"), Old);
        await CheckArchiveAsync();
    }

    /// <summary>Whether the old rows are changed, each once.</summary>
    public async Task CheckUpdatedAsync() => Check("rows are changed", await NumberAsync($"SELECT COUNT(*) AS `Value` FROM bench_visits WHERE {IsOld} AND Length = Site + 1"), Old);

    private async Task CheckArchiveAsync()
    {
        Check("rows are archived", await NumberAsync("SELECT COUNT(*) AS `Value` FROM bench_archived"), Old);
        Check("is the sum of the archive", await NumberAsync($"{Sum} bench_archived"), await NumberAsync($"{Sum} bench_source WHERE {IsOld}"));
    }

    private static void Check(string what, long found, long expected)
    {
        if (found != expected)
            throw new WrongOutcomeException($"{found} {what} instead of {expected}");
    }

    private async Task<long> NumberAsync(string query)
    {
        await using VisitContext context = Context();
        return (await context.Database.SqlQueryRaw<long>(query).ToListAsync())[0];
    }
}
