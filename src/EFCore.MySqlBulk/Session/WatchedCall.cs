namespace EFCore.MySqlBulk.Session;

/// <summary>A call of a driver that ends, whatever the driver does.</summary>
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
        catch (Exception exception) when (wait == DriverWait.Cleanup && (watch.Noticed(exception) || watch.IsBroken))
        {
            return default!;
        }
        catch (Exception exception) when (watch.Noticed(exception))
        {
            throw watch.Failure(exception, token);
        }
        catch (Exception exception) when (watch.IsBrokenBy(wait, exception))
        {
            throw new BrokenConnectionException(exception);
        }
        finally
        {
            watch.End();
            if (watch.IsAbandoned)
                Leave(started);
        }
    }

    /// <summary>Blocks. What the driver throws is in the result, as it is where the driver is awaited.</summary>
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
        catch (Exception exception) when (wait == DriverWait.Cleanup && (watch.Noticed(exception) || watch.IsBroken))
        {
            return default!;
        }
        catch (Exception exception) when (watch.Noticed(exception))
        {
            throw watch.Failure(exception, default);
        }
        catch (Exception exception) when (watch.IsBrokenBy(wait, exception))
        {
            throw new BrokenConnectionException(exception);
        }
        finally
        {
            watch.End();
        }
    }

    /// <summary>What the call ends in is nobody's concern any more.</summary>
    public static void Leave(Task? started)
        => started?.ContinueWith(
            static left => _ = left.Exception, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
}
