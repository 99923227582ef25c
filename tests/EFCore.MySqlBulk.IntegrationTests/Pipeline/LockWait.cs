using System.Diagnostics;
using EFCore.MySqlBulk.IntegrationTests.Model;
using EFCore.MySqlBulk.IntegrationTests.Transactions;

namespace EFCore.MySqlBulk.IntegrationTests.Pipeline;

/// <summary>Another session that stands in the way of one row of a batch.</summary>
internal static class LockWait
{
    // A server at work answers sooner.
    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(250);

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    /// <summary>A rival that holds one ticket.</summary>
    public static async Task<Rival> RivalAsync(Trial trial, Job job, int token)
    {
        await trial.Database.ExecuteAsync("CREATE TABLE ballast (n INT)");
        return await Rival.BeginAsync(trial.Database, job is Job.Insert or Job.InsertLists ? Operation.Insert : Operation.Update, token);
    }

    /// <summary>Returns when an attempt at the batch has come to the row that is locked; where it ended instead, with that.</summary>
    public static async Task ReachedAsync(Trial trial, Task run, int attempt = 1)
    {
        long started = Stopwatch.GetTimestamp();
        long quietSince = started;
        long seen = -1;
        while (seen < 0 || Stopwatch.GetElapsedTime(quietSince) < Quiet || !await IsBusyAsync(trial))
        {
            await Task.Delay(25);
            if (run.IsCompleted)
            {
                await run;
                Assert.Fail("The batch did not wait for the locked row.");
            }
            Assert.True(Stopwatch.GetElapsedTime(started) < Patience, $"The batch did not come to the locked row. Seen on the way: {string.Join("; ", trial.Proxy.Links)}");
            if (trial.Proxy.Pipelines.Count() >= attempt && trial.Pipeline.BytesToClient is var bytes && bytes != seen)
                (seen, quietSince) = (bytes, Stopwatch.GetTimestamp());
        }
    }

    // InnoDB's table of transactions would say what it waits for, but is filled anew only when nobody has read it for a while.
    private static async Task<bool> IsBusyAsync(Trial trial) => await Threads.CountAsync(trial.Database, $"ID = {trial.Pipeline.ThreadId} AND COMMAND <> 'Sleep'") == 1;
}
