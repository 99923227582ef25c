using System.Diagnostics;
using System.Globalization;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.IntegrationTests.Support.Databases;

/// <summary>How many rows a transaction has locked.</summary>
internal static class LockedRows
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>The number of rows that the transaction on a context's connection has locked.</summary>
    public static async Task<long> OfAsync(DbContext context)
    {
        // A server lists its transactions anew only if nobody has asked for a tenth of a second. So it may answer with an old list, even of this session, while others ask: that one does not have this question.
        for (long started = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(started) < Patience;)
        {
            await Task.Delay(TestDatabase.Refreshed * (1 + Random.Shared.NextDouble()));
            string question = Guid.NewGuid().ToString("N");
            List<object?[]> found = await TestDatabase.QueryAsync(
                context, $"SELECT /* {question} */ trx_rows_locked, trx_query FROM information_schema.innodb_trx WHERE trx_mysql_thread_id = CONNECTION_ID()");
            if (found.Count == 1 && found[0][1] is string asked && asked.Contains(question, StringComparison.Ordinal))
                return Convert.ToInt64(found[0][0], CultureInfo.InvariantCulture);
        }

        throw new TimeoutException("Others have asked for the list of transactions without a pause.");
    }
}
