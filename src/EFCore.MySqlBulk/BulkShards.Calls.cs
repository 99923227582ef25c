using EFCore.MySqlBulk.Execution.Input;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Sharding;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

public sealed partial class BulkShards<TContext, TShard>
{
    /// <summary>Inserts entities, and writes the keys that the server generates to them.</summary>
    /// <typeparam name="T">The entity type, for which <c>Map</c> has been called.</typeparam>
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="options">The options of each shard's call; all have defaults. <c>Progress</c> gets the sums.</param>
    /// <returns>The sums of all shards, and the time of the whole.</returns>
    /// <exception cref="BulkOperationException">A server refused a row, or a row cannot be sent, or has no shard; <see cref="BulkException.Shards" /> says what is stored where.</exception>
    /// <exception cref="InvalidOperationException">There is no function for <typeparamref name="T" />, or a shard's call is not possible, as for one context.</exception>
    public BulkResult BulkInsert<T>(IEnumerable<T> rows, BulkInsertOptions? options = null)
        where T : class
        => Run(RouteInsert<T>(options), RowSources.Of(rows));

    /// <inheritdoc cref="BulkInsert{T}(IEnumerable{T}, BulkInsertOptions?)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="options">The options of each shard's call; all have defaults. <c>Progress</c> gets the sums.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkInsertAsync<T>(IEnumerable<T> rows, BulkInsertOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => RunAsync(RouteInsert<T>(options), RowSources.Of(rows), cancellationToken);

    /// <inheritdoc cref="BulkInsertAsync{T}(IEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    public Task<BulkResult> BulkInsertAsync<T>(IAsyncEnumerable<T> rows, BulkInsertOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => RunAsync(RouteInsert<T>(options), RowSources.Of(rows), cancellationToken);

    /// <summary>Updates rows by their primary key, or by the properties that an option names.</summary>
    /// <typeparam name="T">The entity type, for which <c>Map</c> has been called.</typeparam>
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="options">The options of each shard's call; all have defaults. <c>Progress</c> gets the sums.</param>
    /// <returns>The sums of all shards, and the time of the whole.</returns>
    /// <exception cref="BulkOperationException">A server refused a row, or a row cannot be sent, or has no shard; <see cref="BulkException.Shards" /> says what is stored where.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist, or their concurrency tokens have changed.</exception>
    /// <exception cref="InvalidOperationException">There is no function for <typeparamref name="T" />, or a shard's call is not possible, as for one context.</exception>
    public BulkResult BulkUpdate<T>(IEnumerable<T> rows, BulkUpdateOptions<T>? options = null)
        where T : class
        => Run(RouteUpdate<T>(options), RowSources.Of(rows));

    /// <inheritdoc cref="BulkUpdate{T}(IEnumerable{T}, BulkUpdateOptions{T}?)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="options">The options of each shard's call; all have defaults. <c>Progress</c> gets the sums.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkUpdateAsync<T>(IEnumerable<T> rows, BulkUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => RunAsync(RouteUpdate<T>(options), RowSources.Of(rows), cancellationToken);

    /// <inheritdoc cref="BulkUpdateAsync{T}(IEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    public Task<BulkResult> BulkUpdateAsync<T>(IAsyncEnumerable<T> rows, BulkUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => RunAsync(RouteUpdate<T>(options), RowSources.Of(rows), cancellationToken);

    /// <summary>Deletes rows by their primary key; of each entity only the key, the concurrency tokens and what the shard depends on are needed.</summary>
    /// <typeparam name="T">The entity type, for which <c>Map</c> has been called.</typeparam>
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="options">The options of each shard's call; all have defaults. <c>Progress</c> gets the sums.</param>
    /// <returns>The sums of all shards, and the time of the whole.</returns>
    /// <exception cref="BulkOperationException">A server refused a row, or a row cannot be sent, or has no shard; <see cref="BulkException.Shards" /> says what is stored where.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist, or their concurrency tokens have changed.</exception>
    /// <exception cref="InvalidOperationException">There is no function for <typeparamref name="T" />, or a shard's call is not possible, as for one context.</exception>
    public BulkResult BulkDelete<T>(IEnumerable<T> rows, BulkDeleteOptions? options = null)
        where T : class
        => Run(RouteDelete<T>(options), RowSources.Of(rows));

    /// <inheritdoc cref="BulkDelete{T}(IEnumerable{T}, BulkDeleteOptions?)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="options">The options of each shard's call; all have defaults. <c>Progress</c> gets the sums.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkDeleteAsync<T>(IEnumerable<T> rows, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => RunAsync(RouteDelete<T>(options), RowSources.Of(rows), cancellationToken);

    /// <inheritdoc cref="BulkDeleteAsync{T}(IEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    public Task<BulkResult> BulkDeleteAsync<T>(IAsyncEnumerable<T> rows, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => RunAsync(RouteDelete<T>(options), RowSources.Of(rows), cancellationToken);

    /// <summary>Inserts rows, and updates those that exist. A row is looked for in its own shard only.</summary>
    /// <typeparam name="T">The entity type, for which <c>Map</c> has been called.</typeparam>
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="options">The options of each shard's call; all have defaults. <c>Progress</c> gets the sums.</param>
    /// <returns>The sums of all shards, and the time of the whole.</returns>
    /// <exception cref="BulkOperationException">A server refused a row, or a row cannot be sent, or has no shard; <see cref="BulkException.Shards" /> says what is stored where.</exception>
    /// <exception cref="InvalidOperationException">There is no function for <typeparamref name="T" />, or a shard's call is not possible, as for one context.</exception>
    public BulkResult BulkInsertOrUpdate<T>(IEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null)
        where T : class
        => Run(RouteInsertOrUpdate<T>(options), RowSources.Of(rows));

    /// <inheritdoc cref="BulkInsertOrUpdate{T}(IEnumerable{T}, BulkInsertOrUpdateOptions{T}?)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="options">The options of each shard's call; all have defaults. <c>Progress</c> gets the sums.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkInsertOrUpdateAsync<T>(IEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => RunAsync(RouteInsertOrUpdate<T>(options), RowSources.Of(rows), cancellationToken);

    /// <inheritdoc cref="BulkInsertOrUpdateAsync{T}(IEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    public Task<BulkResult> BulkInsertOrUpdateAsync<T>(IAsyncEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => RunAsync(RouteInsertOrUpdate<T>(options), RowSources.Of(rows), cancellationToken);

    /// <summary>Deletes rows by bare keys.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <typeparam name="TKey">The type of the keys, for which <c>MapKey</c> has been called.</typeparam>
    /// <param name="keys">The keys. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="options">The options of each shard's call; all have defaults. <c>Progress</c> gets the sums.</param>
    /// <returns>The sums of all shards, and the time of the whole.</returns>
    /// <exception cref="BulkOperationException">A server refused a row, or a key has no shard; <see cref="BulkException.Shards" /> says what is stored where.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist.</exception>
    /// <exception cref="InvalidOperationException">There is no function for the keys, or a shard's call is not possible, as for one context.</exception>
    public BulkResult BulkDeleteByKey<TEntity, TKey>(IEnumerable<TKey> keys, BulkDeleteOptions? options = null)
        where TEntity : class
        => Run(RouteDeleteByKey<TEntity, TKey>(options), RowSources.Of(keys));

    /// <inheritdoc cref="BulkDeleteByKey{TEntity, TKey}(IEnumerable{TKey}, BulkDeleteOptions?)" />
    /// <param name="keys">The keys. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="options">The options of each shard's call; all have defaults. <c>Progress</c> gets the sums.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkDeleteByKeyAsync<TEntity, TKey>(IEnumerable<TKey> keys, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        => RunAsync(RouteDeleteByKey<TEntity, TKey>(options), RowSources.Of(keys), cancellationToken);

    /// <inheritdoc cref="BulkDeleteByKeyAsync{TEntity, TKey}(IEnumerable{TKey}, BulkDeleteOptions?, CancellationToken)" />
    public Task<BulkResult> BulkDeleteByKeyAsync<TEntity, TKey>(IAsyncEnumerable<TKey> keys, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        => RunAsync(RouteDeleteByKey<TEntity, TKey>(options), RowSources.Of(keys), cancellationToken);

    /// <summary>Reads the entities with the keys given, from all shards at once. Entities of shards that are tables of one context's database are not tracked.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <typeparam name="TKey">The type of the keys, for which <c>MapKey</c> has been called.</typeparam>
    /// <param name="keys">The keys.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The entity of each key, in the order of the keys; <see langword="null" /> for a key that no row has.</returns>
    /// <exception cref="BulkOperationException">A key has no shard.</exception>
    /// <exception cref="InvalidOperationException">There is no function for the keys.</exception>
    public List<TEntity?> BulkRead<TEntity, TKey>(IEnumerable<TKey> keys, BulkReadOptions<TEntity>? options = null)
        where TEntity : class
        => Reader<TEntity, TKey>(options, IOBehavior.Synchronous).ReadAsync(Listed(keys), 0, default).Completed();

    /// <inheritdoc cref="BulkRead{TEntity, TKey}(IEnumerable{TKey}, BulkReadOptions{TEntity}?)" />
    /// <param name="keys">The keys.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels.</param>
    public Task<List<TEntity?>> BulkReadAsync<TEntity, TKey>(IEnumerable<TKey> keys, BulkReadOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        => Reader<TEntity, TKey>(options, IOBehavior.Asynchronous).ReadAsync(Listed(keys), 0, cancellationToken).AsTask();

    /// <inheritdoc cref="BulkReadAsync{TEntity, TKey}(IEnumerable{TKey}, BulkReadOptions{TEntity}?, CancellationToken)" />
    /// <param name="keys">The keys, which are read 10,000 at a time.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels.</param>
    public IAsyncEnumerable<TEntity?> BulkReadAsync<TEntity, TKey>(IAsyncEnumerable<TKey> keys, BulkReadOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
    {
        ArgumentNullException.ThrowIfNull(keys);
        return Reader<TEntity, TKey>(options, IOBehavior.Asynchronous).ReadAsync(keys, cancellationToken);
    }

    /// <inheritdoc cref="BulkSaveChangesAsync" />
    public int BulkSaveChanges() => new ShardedSave<TContext, TShard>(_set, IOBehavior.Synchronous).RunAsync(default).Completed();

    /// <summary>Saves the changes of all contexts at once, each as <c>BulkSaveChanges</c> of the context does. Each has a transaction of its own: if one fails, the others are saved all the same, and a call made again saves what is left.</summary>
    /// <param name="cancellationToken">Cancels, as it does for <c>SaveChangesAsync</c>.</param>
    /// <returns>The number of state entries written in all shards.</returns>
    /// <exception cref="InvalidOperationException">A context's options have no <c>UseMySqlBulk()</c>.</exception>
    /// <exception cref="DbUpdateException">A shard failed. If others are saved it is a <see cref="BulkOperationException" />, whose <see cref="BulkException.Shards" /> lists them, and inside it is what the context's own call has thrown.</exception>
    public Task<int> BulkSaveChangesAsync(CancellationToken cancellationToken = default)
        => new ShardedSave<TContext, TShard>(_set, IOBehavior.Asynchronous).RunAsync(cancellationToken).AsTask();
}
