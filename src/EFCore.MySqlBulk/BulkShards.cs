using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Execution.Operations;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sharding;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Makes the bulk calls on rows that are spread over several tables, databases or servers. One list or stream is split as it is read, and sent to all shards at once; positions, keys, counts, progress and failures are
/// those of one call.</summary>
/// <typeparam name="TContext">The context of a shard.</typeparam>
/// <typeparam name="TShard">What names a shard, such as a number, a text or a date. It is a key of a dictionary.</typeparam>
/// <remarks><para>Each shard has a context, which is made at its first use and disposed of with this object. A call works on all of them at the same time, each over its own connection. Calls of the same object follow each other.</para>
/// <para>No shard commits before the servers of all have accepted all rows; then they commit one after the other. A failure before that leaves nothing stored. If a commit fails, the shards before it remain stored:
/// <see cref="BulkException.Outcome" /> is then <see cref="BulkOutcome.Some" /> or <see cref="BulkOutcome.Unknown" />, <see cref="BulkException.Shards" /> says what is stored in each, and
/// <see cref="BulkException.StoredRowIndexes" /> which rows. Their entities keep the keys that were written to them.</para>
/// <para>Memory: for a list 12 bytes a row; for a stream 4 bytes a row, and up to 1,500 rows for each shard. How-to: docs/shards.md in the repository.</para></remarks>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public sealed partial class BulkShards<TContext, TShard> : IDisposable, IAsyncDisposable
    where TContext : DbContext
    where TShard : notnull
{
    private readonly ShardSet<TContext, TShard> _set;

    /// <summary>Creates the object. It makes no context yet.</summary>
    /// <param name="createContext">Makes the context of a shard, a new one for each. It is called once for each shard that has rows, and the contexts are disposed of with this object.</param>
    public BulkShards(Func<TShard, TContext> createContext)
    {
        ArgumentNullException.ThrowIfNull(createContext);
        _set = new(this, createContext);
    }

    /// <summary>The contexts that have been made, by shard. They can be used between calls.</summary>
    public IReadOnlyDictionary<TShard, TContext> Contexts => _set.Open;

    /// <summary>Says to which shard a row belongs.</summary>
    /// <typeparam name="T">The entity type. Types derived from it that have no function of their own use this one.</typeparam>
    /// <param name="shardOf">Gives a row its shard. It is called once for each row, on the thread that reads the rows, and must give the same row the same shard each time.</param>
    /// <param name="tableOf">Gives a shard its table, for shards that are tables of one shape: as the option <c>Table</c> does. Default: the table that the context's model names.</param>
    /// <returns>This object.</returns>
    public BulkShards<TContext, TShard> Map<T>(Func<T, TShard> shardOf, Func<TShard, string>? tableOf = null)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(shardOf);
        _set.Map(typeof(T), row => shardOf((T)row), tableOf);
        return this;
    }

    /// <summary>Says to which shard a key belongs, for <c>BulkDeleteByKey</c> and <c>BulkRead</c>.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <typeparam name="TKey">The type of the keys given to these calls.</typeparam>
    /// <param name="shardOf">Gives a key its shard: the one that <c>Map</c> gives the row with this key.</param>
    /// <returns>This object.</returns>
    public BulkShards<TContext, TShard> MapKey<T, TKey>(Func<TKey, TShard> shardOf)
        where T : class
        where TKey : notnull
    {
        ArgumentNullException.ThrowIfNull(shardOf);
        _set.MapKey(typeof(T), typeof(TKey), key => shardOf((TKey)key));
        return this;
    }

    /// <summary>Commits all shards of a call or none, by XA: each shard's transaction is prepared, the decision is recorded in a table, and they are committed. <see cref="BulkException.Outcome" /> is then never <see cref="BulkOutcome.Some" />.
    /// Without it, a commit that fails leaves the shards before it stored.</summary>
    /// <param name="decidedBy">The shard whose context names the table, by <c>UseMySqlBulk(o => o.DecisionTable(…))</c>: the same for every call that writes to these shards. It needs no rows, so it may be one that <c>Map</c> never gives.
    /// A second context of it, made by the same function, records the decisions.</param>
    /// <returns>This object.</returns>
    /// <remarks><para>Cost: one more connection, a few round trips, and one more write to the disk for each shard. What a call that was cut off left prepared keeps its locks until
    /// <see cref="EndUnfinishedBulkCalls" /> ends it.</para>
    /// <para>Calls are refused where a shard's server is a member of a group or of a Galera cluster, or MariaDB before 10.5; where a shard's context has a transaction; and with several <see cref="BulkStrategyOptions.Connections" />. A call whose
    /// rows are all in one shard of a list needs none of this, and is an ordinary one. <c>BulkSaveChanges</c> saves each context by itself, as before.</para></remarks>
    public BulkShards<TContext, TShard> Atomic(TShard decidedBy)
    {
        ArgumentNullException.ThrowIfNull(decidedBy);
        _set.DecideBy(decidedBy);
        return this;
    }

    /// <summary>Lists the calls of <see cref="Atomic" /> that have prepared transactions on the servers of shards, and changes nothing.</summary>
    /// <param name="shards">The shards: all that calls may have written to.</param>
    /// <returns>The calls, those in progress too.</returns>
    /// <exception cref="BulkOperationException">A server or the network failed, or the account may not list prepared transactions.</exception>
    /// <exception cref="InvalidOperationException"><see cref="Atomic" /> was not called, or a transaction is open on a context.</exception>
    public IReadOnlyList<UnfinishedBulkCall> FindUnfinishedBulkCalls(IEnumerable<TShard> shards) => FindAsync(shards, IOBehavior.Synchronous, default).Completed();

    /// <inheritdoc cref="FindUnfinishedBulkCalls" />
    /// <param name="shards">The shards: all that calls may have written to.</param>
    /// <param name="cancellationToken">Cancels.</param>
    public Task<IReadOnlyList<UnfinishedBulkCall>> FindUnfinishedBulkCallsAsync(IEnumerable<TShard> shards, CancellationToken cancellationToken = default)
        => FindAsync(shards, IOBehavior.Asynchronous, cancellationToken).AsTask();

    /// <summary>Ends the calls of <see cref="Atomic" /> that nobody can decide any more: commits the prepared transactions of those that had decided to, on all shards, and rolls back those of the others. Calls in progress are left alone, so it can run
    /// at any time.</summary>
    /// <param name="shards">The shards: all that calls may have written to. A decision may be deleted while a prepared transaction waits for it on a server that is not named.</param>
    /// <param name="keepDecisions">The age from which the decisions of calls that have nothing left prepared are deleted from the table. Default: a day.</param>
    /// <returns>The calls that were ended, and those that still have prepared transactions.</returns>
    /// <remarks>On MySQL the account needs the right <c>XA_RECOVER_ADMIN</c>. It opens a connection to each shard.</remarks>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="keepDecisions" /> is negative.</exception>
    /// <exception cref="BulkOperationException">A server or the network failed, or the account may not list prepared transactions. What is left is ended by another call of this method.</exception>
    /// <exception cref="InvalidOperationException"><see cref="Atomic" /> was not called, a transaction is open on a context, or a server is read-only.</exception>
    public IReadOnlyList<UnfinishedBulkCall> EndUnfinishedBulkCalls(IEnumerable<TShard> shards, TimeSpan? keepDecisions = null)
        => EndAsync(shards, keepDecisions, IOBehavior.Synchronous, default).Completed();

    /// <inheritdoc cref="EndUnfinishedBulkCalls" />
    /// <param name="shards">The shards: all that calls may have written to. A decision may be deleted while a prepared transaction waits for it on a server that is not named.</param>
    /// <param name="keepDecisions">The age from which the decisions of calls that have nothing left prepared are deleted from the table. Default: a day.</param>
    /// <param name="cancellationToken">Cancels.</param>
    public Task<IReadOnlyList<UnfinishedBulkCall>> EndUnfinishedBulkCallsAsync(IEnumerable<TShard> shards, TimeSpan? keepDecisions = null, CancellationToken cancellationToken = default)
        => EndAsync(shards, keepDecisions, IOBehavior.Asynchronous, cancellationToken).AsTask();

    /// <summary>The context of a shard. It is made if the shard has none yet.</summary>
    /// <param name="shard">The shard.</param>
    /// <returns>The context, which this object disposes of.</returns>
    public TContext Context(TShard shard) => _set.ContextOf(shard);

    /// <summary>Disposes of the contexts.</summary>
    public void Dispose() => _set.Dispose();

    /// <summary>Disposes of the contexts.</summary>
    /// <returns>A task that ends when all are disposed of.</returns>
    public ValueTask DisposeAsync() => _set.DisposeAsync();

    private static IReadOnlyList<TKey> Listed<TKey>(IEnumerable<TKey> keys)
    {
        ArgumentNullException.ThrowIfNull(keys);
        return keys as IReadOnlyList<TKey> ?? [.. keys];
    }

    private ShardRoute<TContext, TShard> RouteInsert<T>(BulkInsertOptions? options)
        where T : class
        => RowsOf<T>((context, table, rows) => BulkCall.Insert<T>(context, null, rows, table is null ? options : (options ?? new()) with { Table = Only(table, options) }));

    private ShardRoute<TContext, TShard> RouteUpdate<T>(BulkUpdateOptions<T>? options)
        where T : class
        => RowsOf<T>((context, table, rows) => BulkCall.Update<T>(context, null, rows, table is null ? options : (options ?? new()) with { Table = Only(table, options) }));

    private ShardRoute<TContext, TShard> RouteDelete<T>(BulkDeleteOptions? options)
        where T : class
        => RowsOf<T>((context, table, rows) => BulkCall.Delete<T>(context, null, rows, table is null ? options : (options ?? new()) with { Table = Only(table, options) }));

    private ShardRoute<TContext, TShard> RouteInsertOrUpdate<T>(BulkInsertOrUpdateOptions<T>? options)
        where T : class
        => RowsOf<T>((context, table, rows) => BulkCall.InsertOrUpdate<T>(context, null, rows, table is null ? options : (options ?? new()) with { Table = Only(table, options) }));

    private ShardRoute<TContext, TShard> RouteDeleteByKey<TEntity, TKey>(BulkDeleteOptions? options)
        where TEntity : class
        => new(
            typeof(TEntity), _set.ShardOfKey(typeof(TEntity), typeof(TKey)),
            (context, table, keys) => BulkCall.DeleteByKey<TEntity, TKey>(context, null, keys, table is null ? options : (options ?? new()) with { Table = Only(table, options) }));

    private ShardRoute<TContext, TShard> RowsOf<T>(Func<TContext, string?, RowSource, RequestedOperation> call) => new(typeof(T), _set.ShardOfRow(typeof(T)), call);

    private static string Only(string table, ITargetTable? options)
        => options?.Table is null ? table : throw new ArgumentException("The option Table and the function that gives a shard its table both name one. Leave the option out.");

    private async ValueTask<IReadOnlyList<UnfinishedBulkCall>> FindAsync(IEnumerable<TShard> shards, IOBehavior io, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(shards);
        using ShardSet<TContext, TShard>.Use use = _set.Begin();
        return await RecoveryCall.FindAsync(_set.Decisions(), [.. shards.Distinct().Select(_set.ContextOf)], io, token).ConfigureAwait(false);
    }

    private async ValueTask<IReadOnlyList<UnfinishedBulkCall>> EndAsync(IEnumerable<TShard> shards, TimeSpan? keepDecisions, IOBehavior io, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(shards);
        using ShardSet<TContext, TShard>.Use use = _set.Begin();
        return await RecoveryCall.EndAsync(_set.Decisions(), [.. shards.Distinct().Select(_set.ContextOf)], keepDecisions, io, token).ConfigureAwait(false);
    }

    private BulkResult Run(ShardRoute<TContext, TShard> route, RowSource rows) => new ShardedCall<TContext, TShard>(_set, route, IOBehavior.Synchronous).RunAsync(rows, default).Completed();

    private Task<BulkResult> RunAsync(ShardRoute<TContext, TShard> route, RowSource rows, CancellationToken token)
        => new ShardedCall<TContext, TShard>(_set, route, IOBehavior.Asynchronous).RunAsync(rows, token).AsTask();

    private ShardedRead<TContext, TShard, TEntity, TKey> Reader<TEntity, TKey>(BulkReadOptions<TEntity>? options, IOBehavior io)
        where TEntity : class
        => new(_set, options, io);
}
