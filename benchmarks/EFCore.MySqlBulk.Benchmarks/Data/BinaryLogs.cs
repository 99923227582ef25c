namespace EFCore.MySqlBulk.Benchmarks.Data;

/// <summary>The binary logs of a server that was started for a run.</summary>
internal static class BinaryLogs
{
    /// <summary>Removes them, because they would fill the disk.</summary>
    public static async Task RemoveAsync(BenchDatabase database)
    {
        await using BenchContext context = await database.OpenAsync();
        if (await context.TextAsync("SELECT @@GLOBAL.log_bin") != "1")
            return;
        await context.ExecuteAsync("FLUSH BINARY LOGS");
        await context.ExecuteAsync("PURGE BINARY LOGS BEFORE NOW()");
    }
}
