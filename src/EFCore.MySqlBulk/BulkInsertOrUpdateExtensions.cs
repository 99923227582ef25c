using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Inserts or updates many rows at once.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkInsertOrUpdateExtensions
{
    /// <summary>Inserts the rows that do not exist and updates those that do. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The numbers of rows inserted, updated and left unchanged, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Rows are looked up by the primary key, or by <see cref="BulkInsertOrUpdateOptions{T}.Match" />, and those that exist are locked; then the others are inserted, and existing ones updated where a value differs. All of that is one transaction: the current one, joined under a savepoint, or else the call's own. A collision with another unique index is an error, and never changes another row. Concurrency tokens are not compared. Untracked entities stay untracked; tracked ones become unchanged. Memory: about 60 bytes per row of a collection.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">An option is wrong by itself, whatever the model; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsertOrUpdateAsync{T}(DbContext, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    public static BulkResult BulkInsertOrUpdate<T>(this DbContext context, IEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null)
        where T : class
        => BulkCall.Run(BulkCall.InsertOrUpdate(context, null, RowSources.Of(rows), options));

    /// <summary>Inserts the rows that do not exist and updates those that do. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The numbers of rows inserted, updated and left unchanged, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Rows are looked up by the primary key, or by <see cref="BulkInsertOrUpdateOptions{T}.Match" />, and those that exist are locked; then the others are inserted, and existing ones updated where a value differs. All of that is one transaction: the current one, joined under a savepoint, or else the call's own. A collision with another unique index is an error, and never changes another row. Concurrency tokens are not compared. Untracked entities stay untracked; tracked ones become unchanged. Memory: about 60 bytes per row of a collection.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">An option is wrong by itself, whatever the model; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsertOrUpdate{T}(DbContext, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?)" />
    public static Task<BulkResult> BulkInsertOrUpdateAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.InsertOrUpdate(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkInsertOrUpdateAsync{T}(DbContext, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    public static Task<BulkResult> BulkInsertOrUpdateAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.InsertOrUpdate(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Inserts the rows that do not exist and updates those that do. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The numbers of rows inserted, updated and left unchanged, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Rows are looked up by the primary key, or by <see cref="BulkInsertOrUpdateOptions{T}.Match" />, and those that exist are locked; then the others are inserted, and existing ones updated where a value differs. All of that is one transaction: the current one, joined under a savepoint, or else the call's own. A collision with another unique index is an error, and never changes another row. Concurrency tokens are not compared. Untracked entities stay untracked; tracked ones become unchanged. Memory: about 60 bytes per row of a collection.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">An option is wrong by itself, whatever the model; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsertOrUpdateAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    public static BulkResult BulkInsertOrUpdate<T>(this DbSet<T> set, IEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null)
        where T : class
        => BulkCall.Run(BulkCall.InsertOrUpdate(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Inserts the rows that do not exist and updates those that do. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The numbers of rows inserted, updated and left unchanged, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Rows are looked up by the primary key, or by <see cref="BulkInsertOrUpdateOptions{T}.Match" />, and those that exist are locked; then the others are inserted, and existing ones updated where a value differs. All of that is one transaction: the current one, joined under a savepoint, or else the call's own. A collision with another unique index is an error, and never changes another row. Concurrency tokens are not compared. Untracked entities stay untracked; tracked ones become unchanged. Memory: about 60 bytes per row of a collection.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">An option is wrong by itself, whatever the model; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsertOrUpdate{T}(DbSet{T}, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?)" />
    public static Task<BulkResult> BulkInsertOrUpdateAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.InsertOrUpdate(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkInsertOrUpdateAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    public static Task<BulkResult> BulkInsertOrUpdateAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.InsertOrUpdate(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkInsertOrUpdate{T}(DbContext, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkInsertOrUpdate<T>(this DbContext context, IEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure)
        where T : class
        => context.BulkInsertOrUpdate(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkInsertOrUpdateAsync{T}(DbContext, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertOrUpdateAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkInsertOrUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsertOrUpdateAsync{T}(DbContext, IAsyncEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertOrUpdateAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkInsertOrUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsertOrUpdate{T}(DbSet{T}, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkInsertOrUpdate<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure)
        where T : class
        => set.BulkInsertOrUpdate(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkInsertOrUpdateAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertOrUpdateAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkInsertOrUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsertOrUpdateAsync{T}(DbSet{T}, IAsyncEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertOrUpdateAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkInsertOrUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);
}
