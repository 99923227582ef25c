using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Updates many rows at once, each with its own values.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkUpdateExtensions
{
    /// <summary>Updates rows by their primary key, each with its own values, without inserting any.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows matched, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Writes every property that is neither part of the key nor generated, or those of <see cref="BulkUpdateOptions{T}.Update" />.
    /// Concurrency tokens are compared. Owned entities in tables of their own are inserted, updated and deleted to match, unless a collection is null
    /// or the options name properties. There is one transaction, as for inserts. Memory: 32 bytes per row for a collection, the keys seen for a
    /// stream.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist, or their concurrency tokens have changed; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkUpdateAsync{T}(DbContext, IEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    public static BulkResult BulkUpdate<T>(this DbContext context, IEnumerable<T> rows, BulkUpdateOptions<T>? options = null)
        where T : class
        => BulkCall.Run(BulkCall.Update<T>(context, null, RowSources.Of(rows), options));

    /// <summary>Updates rows by their primary key, each with its own values, without inserting any.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The number of rows matched, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Writes every property that is neither part of the key nor generated, or those of <see cref="BulkUpdateOptions{T}.Update" />.
    /// Concurrency tokens are compared. Owned entities in tables of their own are inserted, updated and deleted to match, unless a collection is null
    /// or the options name properties. There is one transaction, as for inserts. Memory: 32 bytes per row for a collection, the keys seen for a
    /// stream.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist, or their concurrency tokens have changed; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkUpdate{T}(DbContext, IEnumerable{T}, BulkUpdateOptions{T}?)" />
    public static Task<BulkResult> BulkUpdateAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Update<T>(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkUpdateAsync{T}(DbContext, IEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    public static Task<BulkResult> BulkUpdateAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, BulkUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Update<T>(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Updates rows by their primary key, each with its own values, without inserting any.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows matched, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Writes every property that is neither part of the key nor generated, or those of <see cref="BulkUpdateOptions{T}.Update" />.
    /// Concurrency tokens are compared. Owned entities in tables of their own are inserted, updated and deleted to match, unless a collection is null
    /// or the options name properties. There is one transaction, as for inserts. Memory: 32 bytes per row for a collection, the keys seen for a
    /// stream.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist, or their concurrency tokens have changed; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkUpdateAsync{T}(DbSet{T}, IEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    public static BulkResult BulkUpdate<T>(this DbSet<T> set, IEnumerable<T> rows, BulkUpdateOptions<T>? options = null)
        where T : class
        => BulkCall.Run(BulkCall.Update<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Updates rows by their primary key, each with its own values, without inserting any.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The number of rows matched, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Writes every property that is neither part of the key nor generated, or those of <see cref="BulkUpdateOptions{T}.Update" />.
    /// Concurrency tokens are compared. Owned entities in tables of their own are inserted, updated and deleted to match, unless a collection is null
    /// or the options name properties. There is one transaction, as for inserts. Memory: 32 bytes per row for a collection, the keys seen for a
    /// stream.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist, or their concurrency tokens have changed; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkUpdate{T}(DbSet{T}, IEnumerable{T}, BulkUpdateOptions{T}?)" />
    public static Task<BulkResult> BulkUpdateAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Update<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkUpdateAsync{T}(DbSet{T}, IEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    public static Task<BulkResult> BulkUpdateAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, BulkUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Update<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkUpdate{T}(DbContext, IEnumerable{T}, BulkUpdateOptions{T}?)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkUpdate<T>(this DbContext context, IEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure)
        where T : class
        => context.BulkUpdate(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkUpdateAsync{T}(DbContext, IEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkUpdateAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkUpdateAsync{T}(DbContext, IAsyncEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkUpdateAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkUpdate{T}(DbSet{T}, IEnumerable{T}, BulkUpdateOptions{T}?)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkUpdate<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure)
        where T : class
        => set.BulkUpdate(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkUpdateAsync{T}(DbSet{T}, IEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkUpdateAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkUpdateAsync{T}(DbSet{T}, IAsyncEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkUpdateAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);
}
