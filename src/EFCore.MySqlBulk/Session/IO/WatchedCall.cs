using System.Runtime.ExceptionServices;
using EFCore.MySqlBulk.Session.Driver;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>A call of a driver that ends even if the driver does not return.</summary>
internal static class WatchedCall
{
    public static async ValueTask<T> AwaitAsync<TTarget, T>(
        ConnectionWatch watch, DriverWait wait, TTarget target, Func<TTarget, CancellationToken, Task<T>> call, CancellationToken token)
    {
        if (!watch.Begin(wait, token))
            return default!;
        Task<T>? started = null;
        try
        {
            started = call(target, token);
            return await started.WaitAsync(watch.Abandoned).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            return EndedBy<T>(exception, watch, wait, token);
        }
        finally
        {
            watch.End();
            if (watch.IsAbandoned)
                Leave(started);
        }
    }

    /// <summary>Blocks. The task contains the driver's exception, as in asynchronous mode.</summary>
    public static ValueTask<T> Block<TTarget, T>(ConnectionWatch watch, DriverWait wait, TTarget target, Func<TTarget, T> call)
    {
        try
        {
            return new(Run(watch, wait, target, call));
        }
        catch (Exception exception)
        {
            return ValueTask.FromException<T>(exception);
        }
    }

    private static T Run<TTarget, T>(ConnectionWatch watch, DriverWait wait, TTarget target, Func<TTarget, T> call)
    {
        if (!watch.Begin(wait, default))
            return default!;
        try
        {
            return call(target);
        }
        catch (Exception exception)
        {
            return EndedBy<T>(exception, watch, wait, default);
        }
        finally
        {
            watch.End();
        }
    }

    // Returns normally if a clean-up has nothing left to do; otherwise throws.
    private static T EndedBy<T>(Exception exception, ConnectionWatch watch, DriverWait wait, CancellationToken token)
    {
        bool isGivenUp = watch.Noticed(exception);
        if (wait == DriverWait.Cleanup && watch.IsBroken)
            return default!;
        if (isGivenUp)
            throw watch.Failure(exception, token);
        if (watch.IsBrokenBy(wait, exception))
            throw new BrokenConnectionException(exception);
        ExceptionDispatchInfo.Throw(exception);
        return default!;
    }

    /// <summary>Observes the exception of an abandoned call.</summary>
    public static void Leave(Task? started)
        => started?.ContinueWith(
            static left => _ = left.Exception, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
}
