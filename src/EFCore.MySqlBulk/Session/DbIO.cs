using System.Data.Common;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Session;

/// <summary>The primitives that wait, each in both modes: the one place where the mode decides.</summary>
internal static class DbIO
{
    public static ValueTask OpenAsync(this DatabaseFacade database, IOBehavior io, CancellationToken token)
    {
        if (io == IOBehavior.Asynchronous)
            return new(database.OpenConnectionAsync(token));
        database.OpenConnection();
        return default;
    }

    /// <summary>Closes the driver's connection, so that EF Core opens it again when it is used next.</summary>
    public static ValueTask CloseBrokenAsync(this DatabaseFacade database, IOBehavior io)
    {
        if (io == IOBehavior.Asynchronous)
            return new(database.GetDbConnection().CloseAsync());
        database.GetDbConnection().Close();
        return default;
    }

    public static ValueTask CloseAsync(this DatabaseFacade database, IOBehavior io)
    {
        if (io == IOBehavior.Asynchronous)
            return new(database.CloseConnectionAsync());
        database.CloseConnection();
        return default;
    }

    /// <summary>The connection whose statements have to be watched: Connector/NET's asynchronous calls hang on a timeout and ignore cancellation.</summary>
    public static DbConnection? WatchedConnection(this DatabaseFacade database, IOBehavior io)
        => io == IOBehavior.Asynchronous ? ConnectorNet.Find(database.GetDbConnection()) : null;

    public static async ValueTask<IDbContextTransaction> BeginAsync(this DatabaseFacade database, IOBehavior io, CancellationToken token)
    {
        try
        {
            return io == IOBehavior.Asynchronous ? await database.BeginTransactionAsync(token).ConfigureAwait(false) : database.BeginTransaction();
        }
        catch (Exception exception) when (BrokenConnectionException.IsMeantBehindEFCore(exception, database.GetDbConnection()))
        {
            throw new BrokenConnectionException(exception);
        }
    }

    public static ValueTask CommitAsync(this IDbContextTransaction transaction, IOBehavior io)
    {
        // Once COMMIT is on its way, cancelling it would leave its outcome unknown.
        if (io == IOBehavior.Asynchronous)
            return new(transaction.CommitAsync(CancellationToken.None));
        transaction.Commit();
        return default;
    }

    public static ValueTask RollbackAsync(this IDbContextTransaction transaction, IOBehavior io)
    {
        if (io == IOBehavior.Asynchronous)
            return new(transaction.RollbackAsync(CancellationToken.None));
        transaction.Rollback();
        return default;
    }

    public static ValueTask DisposeAsync(this IDbContextTransaction transaction, IOBehavior io)
    {
        if (io == IOBehavior.Asynchronous)
            return transaction.DisposeAsync();
        transaction.Dispose();
        return default;
    }

    public static async ValueTask PrepareAsync(this DbCommand command, IOBehavior io, CancellationToken token)
    {
        try
        {
            if (io == IOBehavior.Asynchronous)
                await command.PrepareAsync(token).ConfigureAwait(false);
            else
                command.Prepare();
        }
        catch (Exception exception) when (BrokenConnectionException.IsMeantBy(exception, command.Connection))
        {
            throw new BrokenConnectionException(exception);
        }
    }

    public static async ValueTask<int> ExecuteNonQueryAsync(this DbCommand command, IOBehavior io, CancellationToken token)
    {
        try
        {
            return io == IOBehavior.Asynchronous ? await command.ExecuteNonQueryAsync(token).ConfigureAwait(false) : command.ExecuteNonQuery();
        }
        catch (Exception exception) when (BrokenConnectionException.IsMeantBy(exception, command.Connection))
        {
            throw new BrokenConnectionException(exception);
        }
    }

    public static async ValueTask<DbDataReader> ExecuteReaderAsync(this DbCommand command, IOBehavior io, CancellationToken token)
    {
        try
        {
            return io == IOBehavior.Asynchronous ? await command.ExecuteReaderAsync(token).ConfigureAwait(false) : command.ExecuteReader();
        }
        catch (Exception exception) when (BrokenConnectionException.IsMeantBy(exception, command.Connection))
        {
            throw new BrokenConnectionException(exception);
        }
    }

    public static async ValueTask<bool> ReadAsync(this DbDataReader reader, IOBehavior io, CancellationToken token)
    {
        try
        {
            return io == IOBehavior.Asynchronous ? await reader.ReadAsync(token).ConfigureAwait(false) : reader.Read();
        }
        catch (Exception exception) when (BrokenConnectionException.IsMeantBy(exception))
        {
            throw new BrokenConnectionException(exception);
        }
    }

    public static async ValueTask<bool> NextResultAsync(this DbDataReader reader, IOBehavior io, CancellationToken token)
    {
        try
        {
            return io == IOBehavior.Asynchronous ? await reader.NextResultAsync(token).ConfigureAwait(false) : reader.NextResult();
        }
        catch (Exception exception) when (BrokenConnectionException.IsMeantBy(exception))
        {
            throw new BrokenConnectionException(exception);
        }
    }

    public static async ValueTask DisposeAsync(this DbDataReader reader, IOBehavior io)
    {
        try
        {
            if (io == IOBehavior.Asynchronous)
                await reader.DisposeAsync().ConfigureAwait(false);
            else
                reader.Dispose();
        }
        catch (Exception exception) when (BrokenConnectionException.IsMeantBy(exception))
        {
            throw new BrokenConnectionException(exception);
        }
    }

    public static async ValueTask DisposeAsync(this DbCommand command, IOBehavior io)
    {
        try
        {
            if (io == IOBehavior.Asynchronous)
                await command.DisposeAsync().ConfigureAwait(false);
            else
                command.Dispose();
        }
        catch (Exception exception) when (BrokenConnectionException.IsMeantBy(exception, command.Connection))
        {
            throw new BrokenConnectionException(exception);
        }
    }

    public static ValueTask<InterceptionResult<int>> ExecutingAsync(
        this IDbCommandInterceptor interceptor, DbCommand command, CommandEventData data, IOBehavior io, CancellationToken token)
        => io == IOBehavior.Asynchronous
            ? interceptor.NonQueryExecutingAsync(command, data, default, token)
            : new(interceptor.NonQueryExecuting(command, data, default));

    public static ValueTask<int> ExecutedAsync(
        this IDbCommandInterceptor interceptor, DbCommand command, CommandExecutedEventData data, int result, IOBehavior io, CancellationToken token)
        => io == IOBehavior.Asynchronous
            ? interceptor.NonQueryExecutedAsync(command, data, result, token)
            : new(interceptor.NonQueryExecuted(command, data, result));

    public static ValueTask FailedAsync(
        this IDbCommandInterceptor interceptor, DbCommand command, CommandErrorEventData data, IOBehavior io, CancellationToken token)
    {
        if (io == IOBehavior.Asynchronous)
            return new(interceptor.CommandFailedAsync(command, data, token));
        interceptor.CommandFailed(command, data);
        return default;
    }

    public static bool IsSynchronous(this IOBehavior io) => io == IOBehavior.Synchronous;

    public static ValueTask DelayAsync(this IOBehavior io, TimeSpan time)
    {
        if (io == IOBehavior.Asynchronous)
            return new(Task.Delay(time));
        Thread.Sleep(time);
        return default;
    }

    /// <summary>Runs parts of a work at once, each on a thread of its own, and waits for all; the first failure is thrown.</summary>
    public static ValueTask AllAsync(this IOBehavior io, int parts, Func<int, ValueTask> work)
    {
        if (parts == 1)
            return work(0);
        Task all = Task.WhenAll(Enumerable.Range(0, parts).Select(part => Task.Run(() => work(part).AsTask())));
        if (io == IOBehavior.Asynchronous)
            return new(all);
        all.GetAwaiter().GetResult();
        return default;
    }

    /// <summary>Runs a unit of work in an execution strategy.</summary>
    public static ValueTask<TResult> ExecuteAsync<TState, TResult>(
        this IExecutionStrategy strategy, TState state, Func<TState, CancellationToken, ValueTask<TResult>> work, IOBehavior io, CancellationToken token)
        => io == IOBehavior.Asynchronous
            ? new(strategy.ExecuteAsync((state, work), static (_, s, t) => s.work(s.state, t).AsTask(), null, token))
            : new(strategy.Execute((state, work, token), static (_, s) => s.work(s.state, s.token).Completed(), null));

    /// <summary>The result of work in synchronous mode, which has ended by the time it returns.</summary>
    public static T Completed<T>(this ValueTask<T> work)
    {
        System.Diagnostics.Debug.Assert(work.IsCompleted, "Synchronous work must not wait.");
        return work.GetAwaiter().GetResult();
    }
}
