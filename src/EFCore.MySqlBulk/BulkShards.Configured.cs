namespace EFCore.MySqlBulk;

public sealed partial class BulkShards<TContext, TShard>
{
    /// <inheritdoc cref="BulkInsert{T}(IEnumerable{T}, BulkInsertOptions?)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public BulkResult BulkInsert<T>(IEnumerable<T> rows, Action<BulkInsertOptions> configure)
        where T : class
        => BulkInsert(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkInsertAsync{T}(IEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkInsertAsync<T>(IEnumerable<T> rows, Action<BulkInsertOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => BulkInsertAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsertAsync{T}(IAsyncEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkInsertAsync<T>(IAsyncEnumerable<T> rows, Action<BulkInsertOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => BulkInsertAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkUpdate{T}(IEnumerable{T}, BulkUpdateOptions{T}?)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public BulkResult BulkUpdate<T>(IEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure)
        where T : class
        => BulkUpdate(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkUpdateAsync{T}(IEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkUpdateAsync<T>(IEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => BulkUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkUpdateAsync{T}(IAsyncEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkUpdateAsync<T>(IAsyncEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => BulkUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkDelete{T}(IEnumerable{T}, BulkDeleteOptions?)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public BulkResult BulkDelete<T>(IEnumerable<T> rows, Action<BulkDeleteOptions> configure)
        where T : class
        => BulkDelete(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkDeleteAsync{T}(IEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkDeleteAsync<T>(IEnumerable<T> rows, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => BulkDeleteAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkDeleteAsync{T}(IAsyncEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkDeleteAsync<T>(IAsyncEnumerable<T> rows, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => BulkDeleteAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsertOrUpdate{T}(IEnumerable{T}, BulkInsertOrUpdateOptions{T}?)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public BulkResult BulkInsertOrUpdate<T>(IEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure)
        where T : class
        => BulkInsertOrUpdate(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkInsertOrUpdateAsync{T}(IEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkInsertOrUpdateAsync<T>(IEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => BulkInsertOrUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsertOrUpdateAsync{T}(IAsyncEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    /// <param name="rows">The entities. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkInsertOrUpdateAsync<T>(IAsyncEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => BulkInsertOrUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkDeleteByKey{TEntity, TKey}(IEnumerable{TKey}, BulkDeleteOptions?)" />
    /// <param name="keys">The keys. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public BulkResult BulkDeleteByKey<TEntity, TKey>(IEnumerable<TKey> keys, Action<BulkDeleteOptions> configure)
        where TEntity : class
        => BulkDeleteByKey<TEntity, TKey>(keys, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkDeleteByKeyAsync{TEntity, TKey}(IEnumerable{TKey}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="keys">The keys. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkDeleteByKeyAsync<TEntity, TKey>(IEnumerable<TKey> keys, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => BulkDeleteByKeyAsync<TEntity, TKey>(keys, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkDeleteByKeyAsync{TEntity, TKey}(IAsyncEnumerable{TKey}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="keys">The keys. The part of a collection that belongs to a shard is sent again after a deadlock; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the first commit; nothing is stored then.</param>
    public Task<BulkResult> BulkDeleteByKeyAsync<TEntity, TKey>(IAsyncEnumerable<TKey> keys, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => BulkDeleteByKeyAsync<TEntity, TKey>(keys, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkRead{TEntity, TKey}(IEnumerable{TKey}, BulkReadOptions{TEntity}?)" />
    /// <param name="keys">The keys.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public List<TEntity?> BulkRead<TEntity, TKey>(IEnumerable<TKey> keys, Action<BulkReadOptions<TEntity>> configure)
        where TEntity : class
        => BulkRead<TEntity, TKey>(keys, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkReadAsync{TEntity, TKey}(IEnumerable{TKey}, BulkReadOptions{TEntity}?, CancellationToken)" />
    /// <param name="keys">The keys.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels.</param>
    public Task<List<TEntity?>> BulkReadAsync<TEntity, TKey>(IEnumerable<TKey> keys, Action<BulkReadOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => BulkReadAsync<TEntity, TKey>(keys, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkReadAsync{TEntity, TKey}(IAsyncEnumerable{TKey}, BulkReadOptions{TEntity}?, CancellationToken)" />
    /// <param name="keys">The keys.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels.</param>
    public IAsyncEnumerable<TEntity?> BulkReadAsync<TEntity, TKey>(IAsyncEnumerable<TKey> keys, Action<BulkReadOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => BulkReadAsync<TEntity, TKey>(keys, ConfiguredOptions.From(configure), cancellationToken);
}
