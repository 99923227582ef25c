using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Deletes many rows at once by bare keys, without entities.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkDeleteByKeyExtensions
{
    /// <summary>Deletes rows by their primary keys, without entities.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <typeparam name="TKey">The key's type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="keys">The keys, each once: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Concurrency tokens are not compared, because a bare key carries none. A tracked entity with one of the keys becomes detached.</remarks>
    /// <exception cref="InvalidOperationException"><typeparamref name="TKey" /> does not fit the primary key.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist; nothing is stored.</exception>
    public static BulkResult BulkDeleteByKey<TEntity, TKey>(this DbSet<TEntity> set, IEnumerable<TKey> keys, BulkDeleteOptions? options = null)
        where TEntity : class
        => BulkCall.Run(BulkCall.DeleteByKey<TEntity, TKey>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(keys), options));

    /// <summary>Deletes rows by their primary keys, without entities.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <typeparam name="TKey">The key's type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="keys">The keys, each once: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The number of rows, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Concurrency tokens are not compared, because a bare key carries none. A tracked entity with one of the keys becomes detached.</remarks>
    /// <exception cref="InvalidOperationException"><typeparamref name="TKey" /> does not fit the primary key.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist; nothing is stored.</exception>
    public static Task<BulkResult> BulkDeleteByKeyAsync<TEntity, TKey>(
        this DbSet<TEntity> set, IEnumerable<TKey> keys, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        => BulkCall.RunAsync(BulkCall.DeleteByKey<TEntity, TKey>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(keys), options), cancellationToken);

    /// <inheritdoc cref="BulkDeleteByKeyAsync{TEntity, TKey}(DbSet{TEntity}, IEnumerable{TKey}, BulkDeleteOptions?, CancellationToken)" />
    public static Task<BulkResult> BulkDeleteByKeyAsync<TEntity, TKey>(
        this DbSet<TEntity> set, IAsyncEnumerable<TKey> keys, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        => BulkCall.RunAsync(BulkCall.DeleteByKey<TEntity, TKey>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(keys), options), cancellationToken);

    /// <inheritdoc cref="BulkDeleteByKey{TEntity, TKey}(DbSet{TEntity}, IEnumerable{TKey}, BulkDeleteOptions?)" />
    /// <param name="set">The set.</param>
    /// <param name="keys">The keys, each once: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkDeleteByKey<TEntity, TKey>(this DbSet<TEntity> set, IEnumerable<TKey> keys, Action<BulkDeleteOptions> configure)
        where TEntity : class
        => set.BulkDeleteByKey(keys, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkDeleteByKeyAsync{TEntity, TKey}(DbSet{TEntity}, IEnumerable{TKey}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="set">The set.</param>
    /// <param name="keys">The keys, each once: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkDeleteByKeyAsync<TEntity, TKey>(
        this DbSet<TEntity> set, IEnumerable<TKey> keys, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => set.BulkDeleteByKeyAsync(keys, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkDeleteByKeyAsync{TEntity, TKey}(DbSet{TEntity}, IAsyncEnumerable{TKey}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="set">The set.</param>
    /// <param name="keys">The keys, each once: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkDeleteByKeyAsync<TEntity, TKey>(
        this DbSet<TEntity> set, IAsyncEnumerable<TKey> keys, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => set.BulkDeleteByKeyAsync(keys, ConfiguredOptions.From(configure), cancellationToken);
}
