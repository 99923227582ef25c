using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Makes a table, or a part of it, equal to many rows at once.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkSynchronizeExtensions
{
    /// <summary>Makes the stored rows of a scope equal to the rows given: inserts new ones, updates those that differ, and deletes or updates those that are not among the rows given. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once: all rows that the scope shall hold afterwards. A stream is read into memory first.</param>
    /// <param name="options">The options, with <see cref="BulkSynchronizeOptions{T}.Scope" /> or <see cref="BulkSynchronizeOptions{T}.WholeTable" />.</param>
    /// <returns>The numbers of rows inserted, updated, left unchanged, orphaned and deleted, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>One query reads and locks keys and compared values of the scope, and values are compared as <c>SaveChanges</c> compares them. Rows
    /// that no stored row matches are looked up, and those that are stored outside the scope are refused. Then orphans, the stored rows of the scope
    /// that no given row matches, are deleted or updated, and new and changed rows are written; equal rows are not sent. All of that is one
    /// transaction: the current one, joined under a savepoint, or else the call's own. A collision with another unique index is an error, and never
    /// changes another row. Concurrency tokens are not compared, and no hook runs for orphans. Untracked entities stay untracked; tracked ones become
    /// unchanged, and those of deleted rows detached. All rows given are held in memory, and the keys of orphans.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, a row is outside the scope, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">There is neither a scope nor <see cref="BulkSynchronizeOptions{T}.WholeTable" />, an option is wrong by itself, or there are no rows and <see cref="BulkSynchronizeOptions{T}.AllowEmpty" /> is not set; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkSynchronizeAsync{T}(DbContext, IEnumerable{T}, BulkSynchronizeOptions{T}, CancellationToken)" />
    public static BulkResult BulkSynchronize<T>(this DbContext context, IEnumerable<T> rows, BulkSynchronizeOptions<T> options)
        where T : class
        => BulkCall.Run(BulkCall.Synchronize(context, null, RowSources.Of(rows), options));

    /// <summary>Makes the stored rows of a scope equal to the rows given: inserts new ones, updates those that differ, and deletes or updates those that are not among the rows given. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once: all rows that the scope shall hold afterwards. A stream is read into memory first.</param>
    /// <param name="options">The options, with <see cref="BulkSynchronizeOptions{T}.Scope" /> or <see cref="BulkSynchronizeOptions{T}.WholeTable" />.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The numbers of rows inserted, updated, left unchanged, orphaned and deleted, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>One query reads and locks keys and compared values of the scope, and values are compared as <c>SaveChanges</c> compares them. Rows
    /// that no stored row matches are looked up, and those that are stored outside the scope are refused. Then orphans, the stored rows of the scope
    /// that no given row matches, are deleted or updated, and new and changed rows are written; equal rows are not sent. All of that is one
    /// transaction: the current one, joined under a savepoint, or else the call's own. A collision with another unique index is an error, and never
    /// changes another row. Concurrency tokens are not compared, and no hook runs for orphans. Untracked entities stay untracked; tracked ones become
    /// unchanged, and those of deleted rows detached. All rows given are held in memory, and the keys of orphans.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, a row is outside the scope, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">There is neither a scope nor <see cref="BulkSynchronizeOptions{T}.WholeTable" />, an option is wrong by itself, or there are no rows and <see cref="BulkSynchronizeOptions{T}.AllowEmpty" /> is not set; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkSynchronize{T}(DbContext, IEnumerable{T}, BulkSynchronizeOptions{T})" />
    public static Task<BulkResult> BulkSynchronizeAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkSynchronizeOptions<T> options, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Synchronize(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkSynchronizeAsync{T}(DbContext, IEnumerable{T}, BulkSynchronizeOptions{T}, CancellationToken)" />
    public static Task<BulkResult> BulkSynchronizeAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, BulkSynchronizeOptions<T> options, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Synchronize(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Makes the stored rows of a scope equal to the rows given: inserts new ones, updates those that differ, and deletes or updates those that are not among the rows given. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once: all rows that the scope shall hold afterwards. A stream is read into memory first.</param>
    /// <param name="options">The options, with <see cref="BulkSynchronizeOptions{T}.Scope" /> or <see cref="BulkSynchronizeOptions{T}.WholeTable" />.</param>
    /// <returns>The numbers of rows inserted, updated, left unchanged, orphaned and deleted, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>One query reads and locks keys and compared values of the scope, and values are compared as <c>SaveChanges</c> compares them. Rows
    /// that no stored row matches are looked up, and those that are stored outside the scope are refused. Then orphans, the stored rows of the scope
    /// that no given row matches, are deleted or updated, and new and changed rows are written; equal rows are not sent. All of that is one
    /// transaction: the current one, joined under a savepoint, or else the call's own. A collision with another unique index is an error, and never
    /// changes another row. Concurrency tokens are not compared, and no hook runs for orphans. Untracked entities stay untracked; tracked ones become
    /// unchanged, and those of deleted rows detached. All rows given are held in memory, and the keys of orphans.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, a row is outside the scope, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">There is neither a scope nor <see cref="BulkSynchronizeOptions{T}.WholeTable" />, an option is wrong by itself, or there are no rows and <see cref="BulkSynchronizeOptions{T}.AllowEmpty" /> is not set; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkSynchronizeAsync{T}(DbSet{T}, IEnumerable{T}, BulkSynchronizeOptions{T}, CancellationToken)" />
    public static BulkResult BulkSynchronize<T>(this DbSet<T> set, IEnumerable<T> rows, BulkSynchronizeOptions<T> options)
        where T : class
        => BulkCall.Run(BulkCall.Synchronize(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Makes the stored rows of a scope equal to the rows given: inserts new ones, updates those that differ, and deletes or updates those that are not among the rows given. Afterwards all entities have their primary keys.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once: all rows that the scope shall hold afterwards. A stream is read into memory first.</param>
    /// <param name="options">The options, with <see cref="BulkSynchronizeOptions{T}.Scope" /> or <see cref="BulkSynchronizeOptions{T}.WholeTable" />.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <returns>The numbers of rows inserted, updated, left unchanged, orphaned and deleted, the strategy and its reason, the statements, the time.</returns>
    /// <remarks>One query reads and locks keys and compared values of the scope, and values are compared as <c>SaveChanges</c> compares them. Rows
    /// that no stored row matches are looked up, and those that are stored outside the scope are refused. Then orphans, the stored rows of the scope
    /// that no given row matches, are deleted or updated, and new and changed rows are written; equal rows are not sent. All of that is one
    /// transaction: the current one, joined under a savepoint, or else the call's own. A collision with another unique index is an error, and never
    /// changes another row. Concurrency tokens are not compared, and no hook runs for orphans. Untracked entities stay untracked; tracked ones become
    /// unchanged, and those of deleted rows detached. All rows given are held in memory, and the keys of orphans.</remarks>
    /// <exception cref="BulkOperationException">The server refused a row, a row is outside the scope, two rows match the same stored row, or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">There is neither a scope nor <see cref="BulkSynchronizeOptions{T}.WholeTable" />, an option is wrong by itself, or there are no rows and <see cref="BulkSynchronizeOptions{T}.AllowEmpty" /> is not set; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="T" /> is not an entity type of the model, its mapping does not allow the call or an option, or the provider, the server or the context's state does not; nothing was sent.</exception>
    /// <seealso cref="BulkSynchronize{T}(DbSet{T}, IEnumerable{T}, BulkSynchronizeOptions{T})" />
    public static Task<BulkResult> BulkSynchronizeAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkSynchronizeOptions<T> options, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Synchronize(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkSynchronizeAsync{T}(DbSet{T}, IEnumerable{T}, BulkSynchronizeOptions{T}, CancellationToken)" />
    public static Task<BulkResult> BulkSynchronizeAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, BulkSynchronizeOptions<T> options, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.RunAsync(BulkCall.Synchronize(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <inheritdoc cref="BulkSynchronize{T}(DbContext, IEnumerable{T}, BulkSynchronizeOptions{T})" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once: all rows that the scope shall hold afterwards. A stream is read into memory first.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkSynchronize<T>(this DbContext context, IEnumerable<T> rows, Action<BulkSynchronizeOptions<T>> configure)
        where T : class
        => context.BulkSynchronize(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkSynchronizeAsync{T}(DbContext, IEnumerable{T}, BulkSynchronizeOptions{T}, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once: all rows that the scope shall hold afterwards. A stream is read into memory first.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkSynchronizeAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkSynchronizeOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkSynchronizeAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkSynchronizeAsync{T}(DbContext, IAsyncEnumerable{T}, BulkSynchronizeOptions{T}, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The entities, each once: all rows that the scope shall hold afterwards. A stream is read into memory first.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkSynchronizeAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, Action<BulkSynchronizeOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.BulkSynchronizeAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkSynchronize{T}(DbSet{T}, IEnumerable{T}, BulkSynchronizeOptions{T})" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once: all rows that the scope shall hold afterwards. A stream is read into memory first.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkSynchronize<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkSynchronizeOptions<T>> configure)
        where T : class
        => set.BulkSynchronize(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkSynchronizeAsync{T}(DbSet{T}, IEnumerable{T}, BulkSynchronizeOptions{T}, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once: all rows that the scope shall hold afterwards. A stream is read into memory first.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkSynchronizeAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkSynchronizeOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkSynchronizeAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkSynchronizeAsync{T}(DbSet{T}, IAsyncEnumerable{T}, BulkSynchronizeOptions{T}, CancellationToken)" />
    /// <param name="set">The set, which also identifies the entity type of shared-type entities.</param>
    /// <param name="rows">The entities, each once: all rows that the scope shall hold afterwards. A stream is read into memory first.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkSynchronizeAsync<T>(
        this DbSet<T> set, IAsyncEnumerable<T> rows, Action<BulkSynchronizeOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.BulkSynchronizeAsync(rows, ConfiguredOptions.From(configure), cancellationToken);
}
