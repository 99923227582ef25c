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

    public static ValueTask<IDbContextTransaction> BeginAsync(this DatabaseFacade database, IOBehavior io, CancellationToken token)
        => io == IOBehavior.Asynchronous ? new(database.BeginTransactionAsync(token)) : new(database.BeginTransaction());

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

    public static ValueTask PrepareAsync(this DbCommand command, IOBehavior io, CancellationToken token)
    {
        if (io == IOBehavior.Asynchronous)
            return new(command.PrepareAsync(token));
        command.Prepare();
        return default;
    }

    public static ValueTask<int> ExecuteNonQueryAsync(this DbCommand command, IOBehavior io, CancellationToken token)
        => io == IOBehavior.Asynchronous ? new(command.ExecuteNonQueryAsync(token)) : new(command.ExecuteNonQuery());

    public static ValueTask<DbDataReader> ExecuteReaderAsync(this DbCommand command, IOBehavior io, CancellationToken token)
        => io == IOBehavior.Asynchronous ? new(command.ExecuteReaderAsync(token)) : new(command.ExecuteReader());

    public static ValueTask<bool> ReadAsync(this DbDataReader reader, IOBehavior io, CancellationToken token)
        => io == IOBehavior.Asynchronous ? new(reader.ReadAsync(token)) : new(reader.Read());

    public static ValueTask<bool> NextResultAsync(this DbDataReader reader, IOBehavior io, CancellationToken token)
        => io == IOBehavior.Asynchronous ? new(reader.NextResultAsync(token)) : new(reader.NextResult());

    public static ValueTask DisposeAsync(this DbDataReader reader, IOBehavior io)
    {
        if (io == IOBehavior.Asynchronous)
            return reader.DisposeAsync();
        reader.Dispose();
        return default;
    }

    public static ValueTask DisposeAsync(this DbCommand command, IOBehavior io)
    {
        if (io == IOBehavior.Asynchronous)
            return command.DisposeAsync();
        command.Dispose();
        return default;
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
