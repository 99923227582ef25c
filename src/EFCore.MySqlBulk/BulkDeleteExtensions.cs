using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Deletes many rows at once.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkDeleteExtensions
{
    /// <summary>Deletes rows by their primary key; of each entity only the key and the concurrency tokens are needed.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Concurrency tokens are compared. There is one transaction, as for inserts. Tracked entities become detached. Memory: 32 bytes per row for a collection, the keys seen for a stream.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist, or their concurrency tokens have changed; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkDeleteAsync{T}(DbContext, IEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    public static BulkResult BulkDelete<T>(this DbContext context, IEnumerable<T> rows, BulkDeleteOptions? options = null)
        where T : class
        => BulkCall.Run(BulkCall.Delete<T>(context, null, RowSources.Of(rows), options));

    /// <summary>Deletes rows by their primary key; of each entity only the key and the concurrency tokens are needed.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The number of rows, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Concurrency tokens are compared. There is one transaction, as for inserts. Tracked entities become detached. Memory: 32 bytes per row for a collection, the keys seen for a stream.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist, or their concurrency tokens have changed; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkDelete{T}(DbContext, IEnumerable{T}, BulkDeleteOptions?)" />
    public static Task<BulkResult> BulkDeleteAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Delete<T>(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkDeleteAsync{T}(DbContext, IEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    public static Task<BulkResult> BulkDeleteAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Delete<T>(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Deletes rows by their primary key; of each entity only the key and the concurrency tokens are needed.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Concurrency tokens are compared. There is one transaction, as for inserts. Tracked entities become detached. Memory: 32 bytes per row for a collection, the keys seen for a stream.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist, or their concurrency tokens have changed; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkDeleteAsync{T}(DbSet{T}, IEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    public static BulkResult BulkDelete<T>(this DbSet<T> set, IEnumerable<T> rows, BulkDeleteOptions? options = null)
        where T : class
        => BulkCall.Run(BulkCall.Delete<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Deletes rows by their primary key; of each entity only the key and the concurrency tokens are needed.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The number of rows, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Concurrency tokens are compared. There is one transaction, as for inserts. Tracked entities become detached. Memory: 32 bytes per row for a collection, the keys seen for a stream.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="BulkConcurrencyException">Rows do not exist, or their concurrency tokens have changed; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkDelete{T}(DbSet{T}, IEnumerable{T}, BulkDeleteOptions?)" />
    public static Task<BulkResult> BulkDeleteAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Delete<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkDeleteAsync{T}(DbSet{T}, IEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    public static Task<BulkResult> BulkDeleteAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Delete<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkDelete{T}(DbContext, IEnumerable{T}, BulkDeleteOptions?)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkDelete<T>(this DbContext context, IEnumerable<T> rows, Action<BulkDeleteOptions> configure)
        where T : class
        => context.BulkDelete(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkDeleteAsync{T}(DbContext, IEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkDeleteAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkDeleteAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkDeleteAsync{T}(DbContext, IAsyncEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkDeleteAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkDeleteAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkDelete{T}(DbSet{T}, IEnumerable{T}, BulkDeleteOptions?)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkDelete<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkDeleteOptions> configure)
        where T : class
        => set.BulkDelete(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkDeleteAsync{T}(DbSet{T}, IEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkDeleteAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkDeleteAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkDeleteAsync{T}(DbSet{T}, IAsyncEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in key order; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkDeleteAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkDeleteAsync(rows, ConfiguredOptions.From(configure), cancellationToken);
}
