using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.ByQuery;

namespace EFCore.MySqlBulk;

/// <summary>Deletes the rows of a query in batches.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkExecuteDeleteExtensions
{
    /// <summary>Deletes the rows of a query as EF Core's <c>ExecuteDelete</c> does, in batches that are committed one by one, so that rows are locked for half a second and not for minutes.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <param name="query">The query: any that <c>ExecuteDelete</c> takes, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows, the batches, the longest of them, the last key, the time.</returns>
    /// <remarks>
    /// Rows are walked in the order of the primary key, or of <see cref="BulkQueryOptions{TEntity}.Walk" />. A batch is the next rows that match: first the key of the last one is read, without locks, then <c>ExecuteDelete</c> runs for the rows up to
    /// it, with the query's condition again, so that a row which no longer matches is left. Rows that come to match behind the walk, or after its last key while it ends, are left too.
    /// <c>SaveChanges</c>, hooks and interceptors of <c>SaveChanges</c> are not called and no entity is read; tracked entities of deleted rows stay tracked. The database's cascades and triggers run. A deadlock or a lock
    /// wait timeout repeats the batch, which is tried up to 5 times in all. Cancellation waits for the batch in hand.
    /// </remarks>
    /// <exception cref="ArgumentException">The query is not one of EF Core, or an option is wrong by itself.</exception>
    /// <exception cref="InvalidOperationException">The query has no condition, is sorted or takes a part of its rows, the context has changes of the type that are not saved, or the call is in a transaction without
    /// <see cref="BulkQueryTransaction.Whole" />; nothing was sent.</exception>
    /// <exception cref="BulkOperationException">A batch failed. <see cref="BulkException.RowsAffected" /> and <see cref="BulkOperationException.LastKey" /> say what is done.</exception>
    /// <seealso cref="BulkExecuteDeleteAsync{TEntity}(IQueryable{TEntity}, BulkExecuteDeleteOptions{TEntity}?, CancellationToken)" />
    public static BulkResult BulkExecuteDelete<TEntity>(this IQueryable<TEntity> query, BulkExecuteDeleteOptions<TEntity>? options = null)
        where TEntity : class
        => QueryExecutor.Run(QueryCall.Delete(query, options));

    /// <inheritdoc cref="BulkExecuteDelete{TEntity}(IQueryable{TEntity}, BulkExecuteDeleteOptions{TEntity}?)" />
    /// <param name="query">The query: any that <c>ExecuteDelete</c> takes, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    /// <exception cref="BulkCanceledException">The call was cancelled; the exception says what is done.</exception>
    /// <seealso cref="BulkExecuteDelete{TEntity}(IQueryable{TEntity}, BulkExecuteDeleteOptions{TEntity}?)" />
    public static Task<BulkResult> BulkExecuteDeleteAsync<TEntity>(
        this IQueryable<TEntity> query, BulkExecuteDeleteOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        => QueryExecutor.RunAsync(QueryCall.Delete(query, options), cancellationToken);

    /// <inheritdoc cref="BulkExecuteDelete{TEntity}(IQueryable{TEntity}, BulkExecuteDeleteOptions{TEntity}?)" />
    /// <param name="query">The query: any that <c>ExecuteDelete</c> takes, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    public static BulkResult BulkExecuteDelete<TEntity>(this IQueryable<TEntity> query, Action<BulkExecuteDeleteOptions<TEntity>> configure)
        where TEntity : class
        => query.BulkExecuteDelete(ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkExecuteDeleteAsync{TEntity}(IQueryable{TEntity}, BulkExecuteDeleteOptions{TEntity}?, CancellationToken)" />
    /// <param name="query">The query: any that <c>ExecuteDelete</c> takes, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    public static Task<BulkResult> BulkExecuteDeleteAsync<TEntity>(
        this IQueryable<TEntity> query, Action<BulkExecuteDeleteOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => query.BulkExecuteDeleteAsync(ConfiguredOptions.From(configure), cancellationToken);
}
