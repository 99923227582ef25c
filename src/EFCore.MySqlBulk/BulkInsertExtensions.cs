using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Inserts many rows at once.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkInsertExtensions
{
    /// <summary>Inserts entities, and writes the keys that the server generates to them.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, of <typeparamref name="T" /> or types derived from it. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>There is one transaction: the current one, joined under a savepoint, or else one that the call begins. Untracked entities stay
    /// untracked; tracked ones become unchanged. Memory: a few batches, and for a collection 8 more bytes per row.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsertAsync{T}(DbContext, IEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    public static BulkResult BulkInsert<T>(this DbContext context, IEnumerable<T> rows, BulkInsertOptions? options = null)
        where T : class
        => BulkCall.Run(BulkCall.Insert<T>(context, null, RowSources.Of(rows), options));

    /// <summary>Inserts entities, and writes the keys that the server generates to them.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, of <typeparamref name="T" /> or types derived from it. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The number of rows, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>There is one transaction: the current one, joined under a savepoint, or else one that the call begins. Untracked entities stay
    /// untracked; tracked ones become unchanged. Memory: a few batches, and for a collection 8 more bytes per row.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsert{T}(DbContext, IEnumerable{T}, BulkInsertOptions?)" />
    public static Task<BulkResult> BulkInsertAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkInsertOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Insert<T>(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkInsertAsync{T}(DbContext, IEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    public static Task<BulkResult> BulkInsertAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, BulkInsertOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Insert<T>(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Inserts entities, and writes the keys that the server generates to them.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, of <typeparamref name="T" /> or types derived from it. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>There is one transaction: the current one, joined under a savepoint, or else one that the call begins. Untracked entities stay
    /// untracked; tracked ones become unchanged. Memory: a few batches, and for a collection 8 more bytes per row.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsertAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    public static BulkResult BulkInsert<T>(this DbSet<T> set, IEnumerable<T> rows, BulkInsertOptions? options = null)
        where T : class
        => BulkCall.Run(BulkCall.Insert<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Inserts entities, and writes the keys that the server generates to them.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, of <typeparamref name="T" /> or types derived from it. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The number of rows, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>There is one transaction: the current one, joined under a savepoint, or else one that the call begins. Untracked entities stay
    /// untracked; tracked ones become unchanged. Memory: a few batches, and for a collection 8 more bytes per row.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsert{T}(DbSet{T}, IEnumerable{T}, BulkInsertOptions?)" />
    public static Task<BulkResult> BulkInsertAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkInsertOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Insert<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkInsertAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    public static Task<BulkResult> BulkInsertAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, BulkInsertOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Insert<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkInsert{T}(DbContext, IEnumerable{T}, BulkInsertOptions?)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, of <typeparamref name="T" /> or types derived from it. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkInsert<T>(this DbContext context, IEnumerable<T> rows, Action<BulkInsertOptions> configure)
        where T : class
        => context.BulkInsert(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkInsertAsync{T}(DbContext, IEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, of <typeparamref name="T" /> or types derived from it. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkInsertOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkInsertAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsertAsync{T}(DbContext, IAsyncEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, of <typeparamref name="T" /> or types derived from it. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, Action<BulkInsertOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkInsertAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsert{T}(DbSet{T}, IEnumerable{T}, BulkInsertOptions?)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, of <typeparamref name="T" /> or types derived from it. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkInsert<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertOptions> configure)
        where T : class
        => set.BulkInsert(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkInsertAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, of <typeparamref name="T" /> or types derived from it. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkInsertAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsertAsync{T}(DbSet{T}, IAsyncEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, of <typeparamref name="T" /> or types derived from it. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, Action<BulkInsertOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkInsertAsync(rows, ConfiguredOptions.From(configure), cancellationToken);
}
