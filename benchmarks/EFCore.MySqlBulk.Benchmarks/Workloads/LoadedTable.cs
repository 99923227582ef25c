using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Workloads;

/// <summary>The table that updates and deletes work on: more rows than any run touches.</summary>
internal static class LoadedTable
{
    public const int Rows = 200_000;

    /// <summary>The table that deleted rows are restored from.</summary>
    public const string Copy = "bench_copy";

    public static async Task LoadAsync(BenchDatabase database)
    {
        await using BenchContext context = await database.OpenAsync();
        await context.ExecuteAsync("TRUNCATE TABLE bench_users");
        await context.FillAsync("bench_users", UserRows.Keyed(Rows, run: 0));
        await context.ExecuteAsync($"CREATE TABLE IF NOT EXISTS {Copy} LIKE bench_users");
        await context.ExecuteAsync($"TRUNCATE TABLE {Copy}");
        await context.ExecuteAsync($"INSERT INTO {Copy} SELECT * FROM bench_users");
        // Statistics of an empty table would mislead the optimizer in the first runs.
        await context.TextAsync("ANALYZE TABLE bench_users");
    }
}
