using System.Data.Common;
using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Support.Calls;
using EFCore.MySqlBulk.IntegrationTests.Support.Troubles;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline.Batches;

/// <summary>Another session that blocks one row of a batch.</summary>
internal static class LockWait
{
    // Both servers refresh their table of transactions only when nobody has read it for 100 ms, so two tests that read it must not run in step.
    private const int LeastPause = 120;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    /// <summary>A rival session that holds a lock on one ticket.</summary>
    public static async Task<Rival> RivalAsync(Trial trial, Job job, int token)
    {
        await trial.Database.ExecuteAsync("CREATE TABLE ballast (n INT)");
        return await Rival.BeginAsync(trial.Database, job is Job.Insert or Job.InsertLists ? Operation.Insert : Operation.Update, token);
    }

    /// <summary>Returns when an attempt has reached the locked row, or fails as the batch does if the batch ended instead.</summary>
    public static async Task ReachedAsync(Trial trial, Task run, int attempt = 1)
    {
        long started = Stopwatch.GetTimestamp();
        while (trial.Proxy.Pipelines.Sum(link => link.Transactions) < attempt || !await WaitsAsync(trial))
        {
            await Task.Delay(LeastPause + Random.Shared.Next(LeastPause));
            if (run.IsCompleted)
            {
                await run;
                Assert.Fail("The batch did not wait for the locked row.");
            }
            Assert.True(Stopwatch.GetElapsedTime(started) < Patience, $"The batch did not come to the locked row. Seen on the way: {string.Join("; ", trial.Proxy.Links)}");
        }
    }

    // MySQL fails to list transactions while any session's statement contains characters that utf8mb3 lacks: it is asked again.
    private static async Task<bool> WaitsAsync(Trial trial)
    {
        try
        {
            return await trial.Database.CountAsync(
                $"SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id = {trial.Pipeline.ThreadId} AND trx_state = 'LOCK WAIT'") == 1;
        }
        catch (DbException exception) when (exception.Message.Contains("Cannot convert string", StringComparison.Ordinal))
        {
            return false;
        }
    }
}
