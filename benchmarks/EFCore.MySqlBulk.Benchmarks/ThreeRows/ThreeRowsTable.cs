using EFCore.MySqlBulk.Benchmarks.Data;
using EFCore.MySqlBulk.Benchmarks.Workloads;

namespace EFCore.MySqlBulk.Benchmarks.ThreeRows;

/// <summary>The table that both loops fill, empty before each run.</summary>
internal sealed class ThreeRowsTable(BenchDatabase database)
{
    public const int RowsPerExecution = 3;

    public async Task EmptyAsync()
    {
        await using BenchContext context = await database.OpenAsync();
        await context.ExecuteAsync("DROP TABLE IF EXISTS t3");
        await context.ExecuteAsync(
            "CREATE TABLE t3 (id BIGINT AUTO_INCREMENT PRIMARY KEY, a INT NOT NULL, b VARCHAR(32) NOT NULL, c DOUBLE NOT NULL) CHARSET utf8mb4");
    }

    /// <exception cref="WrongOutcomeException">A row is missing, duplicated or wrong.</exception>
    public async Task VerifyAsync(InsertLoop loop, int executions)
    {
        long rows = (long)executions * RowsPerExecution;
        await using BenchContext context = await database.OpenAsync();
        Require(await context.CountAsync("SELECT COUNT(*) FROM t3") == rows, loop, "has not stored every row");
        Require(await context.CountAsync("SELECT SUM(a) FROM t3") == rows * (rows - 1) / 2, loop, "has stored other numbers");
        Require(await context.CountAsync("SELECT COUNT(*) FROM t3 WHERE b <> CONCAT('row ', a) OR c <> a / 2") == 0, loop, "has stored other values");
        // Executions keep their order: the n-th row of the loop is the n-th row of the table.
        Require(await context.CountAsync("SELECT COUNT(*) FROM t3 WHERE CAST(id AS SIGNED) - a <> 1") == 0, loop, "has changed the order");
    }

    private static void Require(bool isTrue, InsertLoop loop, string what)
    {
        if (!isTrue)
            throw new WrongOutcomeException($"{loop.Name} {what}");
    }
}
