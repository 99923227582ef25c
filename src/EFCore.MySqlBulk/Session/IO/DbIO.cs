using System.Data;
using System.Data.Common;
using EFCore.MySqlBulk.Session.Driver;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;
using Microsoft.EntityFrameworkCore.Update;

namespace EFCore.MySqlBulk.Session.IO;

/// <summary>The I/O primitives, each in both modes. No other code branches on the mode.</summary>
internal static class DbIO
{
    public static ValueTask OpenAsync(this DatabaseFacade database, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Open, database, static (d, t) => d.OpenConnectionAsync(t), static d => d.OpenConnection(), token);

    /// <summary>Opens a connection of its own.</summary>
    public static ValueTask OpenAsync(this DbConnection connection, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Open, connection, static (c, t) => c.OpenAsync(t), static c => c.Open(), token);

    public static ValueTask DisposeAsync(this DbConnection connection, IOBehavior io)
        => WaitAsync(io, DriverWait.Cleanup, connection, static (c, _) => c.DisposeAsync().AsTask(), static c => c.Dispose(), default);

    /// <summary>Opens the connection, blocking.</summary>
    public static bool OpenAgain(this DatabaseFacade database)
    {
        database.OpenConnection();
        return true;
    }

    /// <summary>Closes the driver's connection, so that EF Core opens it again when it is used next.</summary>
    public static ValueTask CloseBrokenAsync(this DatabaseFacade database, IOBehavior io)
        => WaitAsync(io, DriverWait.Cleanup, database, static (d, _) => d.GetDbConnection().CloseAsync(), static d => d.GetDbConnection().Close(), default);

    public static ValueTask CloseAsync(this DatabaseFacade database, IOBehavior io)
        => WaitAsync(io, DriverWait.Cleanup, database, static (d, _) => d.CloseConnectionAsync(), static d => d.CloseConnection(), default);

    /// <summary>The connection whose statements have to be watched: Connector/NET's asynchronous calls hang on a timeout and ignore cancellation.</summary>
    public static DbConnection? WatchedConnection(this DatabaseFacade database, IOBehavior io)
        => io.IsAsynchronous ? ConnectorNet.Find(database.GetDbConnection()) : null;

    public static ValueTask<IDbContextTransaction> BeginAsync(this DatabaseFacade database, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Begin, database, static (d, t) => d.BeginTransactionAsync(t), static d => d.BeginTransaction(), token);

    /// <summary>Begins a transaction of a certain isolation level.</summary>
    public static ValueTask<IDbContextTransaction> BeginAsync(this DatabaseFacade database, IsolationLevel isolation, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Begin, (database, isolation), static (s, t) => s.database.BeginTransactionAsync(s.isolation, t), static s => s.database.BeginTransaction(s.isolation), token);

    // Once COMMIT is sent, cancelling it would make its outcome unknown.
    public static ValueTask CommitAsync(this IDbContextTransaction transaction, IOBehavior io)
        => WaitAsync(io, DriverWait.Commit, transaction, static (t, _) => t.CommitAsync(CancellationToken.None), static t => t.Commit(), default);

    public static ValueTask RollbackAsync(this IDbContextTransaction transaction, IOBehavior io)
        => WaitAsync(io, DriverWait.Commit, transaction, static (t, _) => t.RollbackAsync(CancellationToken.None), static t => t.Rollback(), default);

    public static ValueTask DisposeAsync(this IDbContextTransaction transaction, IOBehavior io)
        => WaitAsync(io, DriverWait.Cleanup, transaction, static (t, _) => t.DisposeAsync().AsTask(), static t => t.Dispose(), default);

    public static ValueTask PrepareAsync(this DbCommand command, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Statement, command, static (c, t) => c.PrepareAsync(t), static c => c.Prepare(), token);

    public static ValueTask<int> ExecuteNonQueryAsync(this DbCommand command, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Statement, command, static (c, t) => c.ExecuteNonQueryAsync(t), static c => c.ExecuteNonQuery(), token);

    public static ValueTask<DbDataReader> ExecuteReaderAsync(this DbCommand command, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Statement, command, static (c, t) => c.ExecuteReaderAsync(t), static c => c.ExecuteReader(), token);

    public static ValueTask<bool> ReadAsync(this DbDataReader reader, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Statement, reader, static (r, t) => r.ReadAsync(t), static r => r.Read(), token);

    /// <summary>Executes a command of several statements. Neither this nor the reading of its results passes the token to the driver. If the token
    /// interrupts a result after the first, MySqlConnector 2.4 throws without marking the command as ended, and disposing of the reader waits for a
    /// result that never comes. It also cancels at once, unlike <see cref="Statements.LateCancellation" />.</summary>
    public static ValueTask<DbDataReader> ExecuteSeveralAsync(this DbCommand command, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Statement, command, static (c, _) => c.ExecuteReaderAsync(CancellationToken.None), static c => c.ExecuteReader(), token);

    /// <inheritdoc cref="ExecuteSeveralAsync" path="/summary" />
    public static ValueTask<bool> ReadOfSeveralAsync(this DbDataReader reader, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Statement, reader, static (r, _) => r.ReadAsync(CancellationToken.None), static r => r.Read(), token);

    /// <inheritdoc cref="ExecuteSeveralAsync" path="/summary" />
    public static ValueTask<bool> NextResultAsync(this DbDataReader reader, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Statement, reader, static (r, _) => r.NextResultAsync(CancellationToken.None), static r => r.NextResult(), token);

    /// <summary>Disposes of a reader, which reads the remaining results. After the token is cancelled, this has a time limit.</summary>
    public static ValueTask DisposeAsync(this DbDataReader reader, IOBehavior io, CancellationToken token)
        => WaitAsync(io, DriverWait.Cleanup, reader, static (r, _) => r.DisposeAsync().AsTask(), static r => r.Dispose(), token);

    public static ValueTask DisposeAsync(this DbCommand command, IOBehavior io)
        => WaitAsync(io, DriverWait.Cleanup, command, static (c, _) => c.DisposeAsync().AsTask(), static c => c.Dispose(), default);

    public static ValueTask<InterceptionResult<int>> ExecutingAsync(
        this IDbCommandInterceptor interceptor, DbCommand command, CommandEventData data, IOBehavior io, CancellationToken token)
        => io.IsAsynchronous
            ? interceptor.NonQueryExecutingAsync(command, data, default, token)
            : new(interceptor.NonQueryExecuting(command, data, default));

    public static ValueTask<int> ExecutedAsync(
        this IDbCommandInterceptor interceptor, DbCommand command, CommandExecutedEventData data, int result, IOBehavior io, CancellationToken token)
        => io.IsAsynchronous
            ? interceptor.NonQueryExecutedAsync(command, data, result, token)
            : new(interceptor.NonQueryExecuted(command, data, result));

    public static ValueTask FailedAsync(
        this IDbCommandInterceptor interceptor, DbCommand command, CommandErrorEventData data, IOBehavior io, CancellationToken token)
    {
        if (io.IsAsynchronous)
            return new(interceptor.CommandFailedAsync(command, data, token));
        interceptor.CommandFailed(command, data);
        return default;
    }

    /// <summary>Reads all rows of a query.</summary>
    public static ValueTask<List<T>> ToListAsync<T>(this IQueryable<T> query, IOBehavior io, CancellationToken token)
        => io.IsAsynchronous ? new(query.ToListAsync(token)) : new([.. query]);

    /// <summary>Reads the column <c>Value</c> of the one row that a query in SQL returns.</summary>
    public static async ValueTask<T> ReadValueAsync<T>(this DatabaseFacade database, string text, object[] parameters, IOBehavior io, CancellationToken token)
        => (await database.SqlQueryRaw<T>(text, parameters).ToListAsync(io, token).ConfigureAwait(false))[0];

    /// <summary>Runs work that EF Core has in two forms.</summary>
    public static ValueTask<T> RunAsync<T>(this IOBehavior io, Func<T> synchronous, Func<Task<T>> asynchronous)
        => io.IsAsynchronous ? new(asynchronous()) : new(synchronous());

    /// <summary>Sends a batch of <c>SaveChanges</c>.</summary>
    public static ValueTask ExecuteAsync(this ModificationCommandBatch batch, IRelationalConnection connection, IOBehavior io, CancellationToken token)
    {
        if (io.IsAsynchronous)
            return new(batch.ExecuteAsync(connection, token));
        batch.Execute(connection);
        return default;
    }

    /// <summary>Sends all batches, in the current transaction or one that EF Core begins.</summary>
    public static ValueTask<int> ExecuteAsync(
        this IBatchExecutor executor, IEnumerable<ModificationCommandBatch> batches, IRelationalConnection connection, IOBehavior io, CancellationToken token)
        => io.IsAsynchronous ? new(executor.ExecuteAsync(batches, connection, token)) : new(executor.Execute(batches, connection));

    /// <summary>Reports a concurrency conflict to the interceptors of <c>SaveChanges</c>, which may suppress its exception, and logs it.</summary>
    public static ValueTask<InterceptionResult> ConflictAsync(
        this IDiagnosticsLogger<DbLoggerCategory.Update> logger, DbContext context, IReadOnlyList<IUpdateEntry> entries, DbUpdateConcurrencyException exception,
        IOBehavior io, CancellationToken token)
        => io.IsAsynchronous
            ? logger.OptimisticConcurrencyExceptionAsync(context, entries, exception, null, token)
            : new(logger.OptimisticConcurrencyException(context, entries, exception, null));

    public static bool IsSynchronous(this IOBehavior io) => !io.IsAsynchronous;

    public static ValueTask DelayAsync(this IOBehavior io, TimeSpan time, CancellationToken token = default)
    {
        if (io.IsAsynchronous)
            return new(Task.Delay(time, token));
        token.WaitHandle.WaitOne(time);
        token.ThrowIfCancellationRequested();
        return default;
    }

    /// <summary>Does blocking work on a separate thread, and waits for it no longer than a limit.</summary>
    /// <exception cref="TimeoutException">The work takes longer, and continues.</exception>
    public static ValueTask<T> WithinAsync<T>(this IOBehavior io, TimeSpan limit, Func<T> work)
    {
        Task<T> task = Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        return WithinAsync(io, limit, task);
    }

    /// <summary>Waits for work, but no longer than a limit.</summary>
    /// <exception cref="TimeoutException">The work takes longer, and continues.</exception>
    public static ValueTask<T> WithinAsync<T>(this IOBehavior io, TimeSpan limit, Task<T> task)
    {
        WatchedCall.Leave(task);
        if (io.IsAsynchronous)
            return new(task.WaitAsync(limit));
        // A failure is thrown below, unwrapped.
        bool isDone = Task.WhenAny(task).Wait(limit);
        return isDone ? new(task.GetAwaiter().GetResult()) : throw new TimeoutException();
    }

    /// <summary>Runs several parts of a job at once, each on its own thread, and waits for all; the first failure is thrown.</summary>
    public static ValueTask AllAsync(this IOBehavior io, int parts, Func<int, ValueTask> work)
    {
        if (parts == 1)
            return work(0);
        return JoinAsync(io, Task.WhenAll(Enumerable.Range(0, parts).Select(part => Task.Run(() => work(part).AsTask()))));
    }

    /// <summary>Waits, in either mode, for work that runs elsewhere.</summary>
    public static ValueTask JoinAsync(this IOBehavior io, Task work)
    {
        if (io.IsAsynchronous)
            return new(work);
        work.GetAwaiter().GetResult();
        return default;
    }

    /// <summary>Runs a unit of work in an execution strategy.</summary>
    public static ValueTask<TResult> ExecuteAsync<TState, TResult>(
        this IExecutionStrategy strategy, TState state, Func<TState, CancellationToken, ValueTask<TResult>> work, IOBehavior io, CancellationToken token)
        => io.IsAsynchronous
            ? new(strategy.ExecuteAsync((state, work), static (_, s, t) => s.work(s.state, t).AsTask(), null, token))
            : new(strategy.Execute((state, work, token), static (_, s) => s.work(s.state, s.token).Completed(), null));

    /// <summary>Ends work in synchronous mode.</summary>
    public static void Completed(this ValueTask work)
    {
        System.Diagnostics.Debug.Assert(work.IsCompleted, "Synchronous work must not wait.");
        work.GetAwaiter().GetResult();
    }

    /// <summary>The result of work in synchronous mode, which has ended by the time it returns.</summary>
    public static T Completed<T>(this ValueTask<T> work)
    {
        System.Diagnostics.Debug.Assert(work.IsCompleted, "Synchronous work must not wait.");
        return work.GetAwaiter().GetResult();
    }

    private static ValueTask WaitAsync<TTarget>(
        IOBehavior io, DriverWait wait, TTarget target, Func<TTarget, CancellationToken, Task> asynchronous, Action<TTarget> synchronous, CancellationToken token)
    {
        ValueTask<bool> done = WaitAsync(
            io, wait, (target, asynchronous, synchronous),
            static (s, t) => DoneAsync(s.asynchronous(s.target, t)),
            static s =>
            {
                s.synchronous(s.target);
                return true;
            },
            token);
        if (!done.IsCompletedSuccessfully)
            return new(done.AsTask());
        done.GetAwaiter().GetResult();
        return default;
    }

    private static ValueTask<T> WaitAsync<TTarget, T>(
        IOBehavior io, DriverWait wait, TTarget target, Func<TTarget, CancellationToken, Task<T>> asynchronous, Func<TTarget, T> synchronous, CancellationToken token)
        => (io.Watch, io.IsAsynchronous) switch
        {
            (null, true) => new(asynchronous(target, token)),
            (null, false) => new(synchronous(target)),
            ({ } watch, true) => WatchedCall.AwaitAsync(watch, wait, target, asynchronous, token),
            ({ } watch, false) => WatchedCall.Block(watch, wait, target, synchronous),
        };

    private static async Task<bool> DoneAsync(Task task)
    {
        await task.ConfigureAwait(false);
        return true;
    }
}
