using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>Runs the work of several shards at the same time.</summary>
internal static class ShardWork
{
    /// <summary>Starts one shard's work. Blocking work gets a thread of its own: all shards work at the same time, however few threads the pool has.</summary>
    public static Task Start(IOBehavior io, Func<Task> work)
        => io.IsSynchronous()
            ? Task.Factory.StartNew(() => work().GetAwaiter().GetResult(), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)
            : Task.Run(work);

    /// <summary>Runs the work of all shards. The first failure ends the others, and is thrown once all have ended.</summary>
    public static async ValueTask AllAsync<T>(IOBehavior io, IReadOnlyList<T> shards, Func<T, CancellationToken, Task> work, CancellationToken token)
    {
        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(token);
        ExceptionDispatchInfo? first = null;
        await io.JoinAsync(Task.WhenAll(shards.Select(shard => Start(io, () => RunAsync(shard))))).ConfigureAwait(false);
        first?.Throw();

        async Task RunAsync(T shard)
        {
            try
            {
                await work(shard, stop.Token).ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                Interlocked.CompareExchange(ref first, ExceptionDispatchInfo.Capture(exception), null);
                stop.Cancel();
            }
        }
    }
}
