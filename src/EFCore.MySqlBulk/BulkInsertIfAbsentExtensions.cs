using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Inserts those of many rows that do not exist.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkInsertIfAbsentExtensions
{
    /// <summary>Inserts the rows that do not exist, and leaves those that do as they are. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The numbers of rows inserted, and left unchanged, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Rows are looked up by the primary key, or by <see cref="BulkInsertIfAbsentOptions{T}.Match" />, and those that exist are locked; then
    /// the others are inserted. All of that is one transaction: the current one, joined under a savepoint, or else the call's own. A bad value, or a
    /// collision with another unique index, is an error. Untracked entities stay untracked; tracked entities in state Added whose rows exist already
    /// are detached. Memory: about 60 bytes per row of a collection.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">An option is wrong by itself, whatever the model; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsertIfAbsentAsync{T}(DbContext, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?, CancellationToken)" />
    public static BulkResult BulkInsertIfAbsent<T>(this DbContext context, IEnumerable<T> rows, BulkInsertIfAbsentOptions<T>? options = null)
        where T : class
        => BulkCall.Run(BulkCall.InsertIfAbsent(context, null, RowSources.Of(rows), options));

    /// <summary>Inserts the rows that do not exist, and leaves those that do as they are. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The numbers of rows inserted, and left unchanged, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Rows are looked up by the primary key, or by <see cref="BulkInsertIfAbsentOptions{T}.Match" />, and those that exist are locked; then
    /// the others are inserted. All of that is one transaction: the current one, joined under a savepoint, or else the call's own. A bad value, or a
    /// collision with another unique index, is an error. Untracked entities stay untracked; tracked entities in state Added whose rows exist already
    /// are detached. Memory: about 60 bytes per row of a collection.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">An option is wrong by itself, whatever the model; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsertIfAbsent{T}(DbContext, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?)" />
    public static Task<BulkResult> BulkInsertIfAbsentAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkInsertIfAbsentOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.InsertIfAbsent(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkInsertIfAbsentAsync{T}(DbContext, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?, CancellationToken)" />
    public static Task<BulkResult> BulkInsertIfAbsentAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, BulkInsertIfAbsentOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.InsertIfAbsent(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Inserts the rows that do not exist, and leaves those that do as they are. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The numbers of rows inserted, and left unchanged, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Rows are looked up by the primary key, or by <see cref="BulkInsertIfAbsentOptions{T}.Match" />, and those that exist are locked; then
    /// the others are inserted. All of that is one transaction: the current one, joined under a savepoint, or else the call's own. A bad value, or a
    /// collision with another unique index, is an error. Untracked entities stay untracked; tracked entities in state Added whose rows exist already
    /// are detached. Memory: about 60 bytes per row of a collection.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">An option is wrong by itself, whatever the model; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsertIfAbsentAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?, CancellationToken)" />
    public static BulkResult BulkInsertIfAbsent<T>(this DbSet<T> set, IEnumerable<T> rows, BulkInsertIfAbsentOptions<T>? options = null)
        where T : class
        => BulkCall.Run(BulkCall.InsertIfAbsent(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Inserts the rows that do not exist, and leaves those that do as they are. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The numbers of rows inserted, and left unchanged, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>Rows are looked up by the primary key, or by <see cref="BulkInsertIfAbsentOptions{T}.Match" />, and those that exist are locked; then
    /// the others are inserted. All of that is one transaction: the current one, joined under a savepoint, or else the call's own. A bad value, or a
    /// collision with another unique index, is an error. Untracked entities stay untracked; tracked entities in state Added whose rows exist already
    /// are detached. Memory: about 60 bytes per row of a collection.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">An option is wrong by itself, whatever the model; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkInsertIfAbsent{T}(DbSet{T}, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?)" />
    public static Task<BulkResult> BulkInsertIfAbsentAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkInsertIfAbsentOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.InsertIfAbsent(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkInsertIfAbsentAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?, CancellationToken)" />
    public static Task<BulkResult> BulkInsertIfAbsentAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, BulkInsertIfAbsentOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.InsertIfAbsent(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkInsertIfAbsent{T}(DbContext, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkInsertIfAbsent<T>(this DbContext context, IEnumerable<T> rows, Action<BulkInsertIfAbsentOptions<T>> configure)
        where T : class
        => context.BulkInsertIfAbsent(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkInsertIfAbsentAsync{T}(DbContext, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertIfAbsentAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkInsertIfAbsentOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkInsertIfAbsentAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsertIfAbsentAsync{T}(DbContext, IAsyncEnumerable{T}, BulkInsertIfAbsentOptions{T}?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertIfAbsentAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, Action<BulkInsertIfAbsentOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkInsertIfAbsentAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsertIfAbsent{T}(DbSet{T}, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkInsertIfAbsent<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertIfAbsentOptions<T>> configure)
        where T : class
        => set.BulkInsertIfAbsent(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkInsertIfAbsentAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertIfAbsentAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertIfAbsentOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkInsertIfAbsentAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkInsertIfAbsentAsync{T}(DbSet{T}, IAsyncEnumerable{T}, BulkInsertIfAbsentOptions{T}?, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once. A collection is sent in the order of the properties that rows are matched by, and again after a
    /// deadlock; a stream is read once, in windows of 2,000 rows.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkInsertIfAbsentAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, Action<BulkInsertIfAbsentOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkInsertIfAbsentAsync(rows, ConfiguredOptions.From(configure), cancellationToken);
}
