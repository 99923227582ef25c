using EFCore.MySqlBulk.Benchmarks.Data;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>The table that updates, deletes and reads work on: more rows than any run touches.</summary>
internal static class LoadedTable
{
    /// <summary>Its rows, unless a run touches more than half of them.</summary>
    public const int Rows = 200_000;

    /// <summary>The most rows of one run.</summary>
    public const int MostTouched = 2_000_000;

    /// <summary>The table that deleted rows are restored from.</summary>
    public const string Copy = "bench_copy";

    public static int RowsFor(int touched) => Math.Max(Rows, 2 * touched);

    public static async Task LoadAsync(BenchDatabase database, int rows = Rows)
    {
        await using BenchContext context = await database.OpenAsync();
        await context.ExecuteAsync("TRUNCATE TABLE bench_users");
        await context.FillAsync("bench_users", UserRows.Keyed(rows, run: 0));
        await CopyAsync(context, "bench_users", Copy);
    }

    /// <summary>Keeps the rows of a table that was just filled.</summary>
    public static async Task CopyAsync(DbContext context, string table, string copy)
    {
        await context.ExecuteAsync($"CREATE TABLE IF NOT EXISTS {copy} LIKE {table}");
        await context.ExecuteAsync($"TRUNCATE TABLE {copy}");
        await context.ExecuteAsync($"INSERT INTO {copy} SELECT * FROM {table}");
        // Statistics of an empty table would mislead the optimizer in the first runs.
        await context.TextAsync($"ANALYZE TABLE {table}");
    }

    /// <summary>Restores the rows that a run has deleted: from the first key on, so those before the first key that is left.</summary>
    public static async Task RestoreAsync(DbContext context, string table, string copy)
    {
        string firstLeft = await context.TextAsync($"SELECT MIN(id) FROM {table}");
        await context.ExecuteAsync($"INSERT INTO {table} SELECT * FROM {copy} WHERE id < {firstLeft} ORDER BY id");
    }
}
