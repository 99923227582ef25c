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

    private BulkResult Run(ShardRoute<TContext, TShard> route, RowSource rows) => new ShardedCall<TContext, TShard>(_set, route, IOBehavior.Synchronous).RunAsync(rows, default).Completed();

    private Task<BulkResult> RunAsync(ShardRoute<TContext, TShard> route, RowSource rows, CancellationToken token)
        => new ShardedCall<TContext, TShard>(_set, route, IOBehavior.Asynchronous).RunAsync(rows, token).AsTask();

    private ShardedRead<TContext, TShard, TEntity, TKey> Reader<TEntity, TKey>(BulkReadOptions<TEntity>? options, IOBehavior io)
        where TEntity : class
        => new(_set, options, io);
}
