using System.Data.Common;
using EFCore.MySqlBulk.Benchmarks.Data;

namespace EFCore.MySqlBulk.Benchmarks.Measuring;

/// <summary>Lets the server clean up after the previous run, which is not timed: otherwise its purge threads would take time from the next run.</summary>
internal static class Purge
{
    private const int MaxWaits = 300;
    private const int Settled = 20;
    private const string HistoryLength = "SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rseg_history_len'";
    private static readonly TimeSpan Wait = TimeSpan.FromMilliseconds(10);

    public static async Task SettleAsync(BenchDatabase database)
    {
        await using BenchContext context = await database.OpenAsync();
        try
        {
            for (int i = 0; i < MaxWaits && await context.CountAsync(HistoryLength) > Settled; i++)
                await Task.Delay(Wait);
        }
        catch (DbException)
        {
            // The user lacks the privilege to look. Then the runs are only noisier.
        }
    }
}
