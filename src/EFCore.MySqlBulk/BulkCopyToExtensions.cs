using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using EFCore.MySqlBulk.ByQuery;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Copies the rows of a query to another server in batches.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkCopyToExtensions
{
    /// <summary>Copies the rows of a query to another server in batches that are committed one by one: read as a stream over one connection, and inserted over the other.</summary>
    /// <typeparam name="TEntity">The entity type of the query.</typeparam>
    /// <typeparam name="TTarget">The entity type of the other context.</typeparam>
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="target">The context of the other server, or of another schema: with a connection of its own, and outside a transaction.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>, or <c>o => o</c> for one of the same type.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows, the batches, the longest of them, the last key, the time.</returns>
    /// <remarks>
    /// Rows are walked in the order of the primary key, or of <see cref="BulkQueryOptions{TEntity}.Walk" />. A batch is the next rows that match: first the key of the last one is read, then the rows up to it go through the client as a stream into <c>BulkInsert</c> of the other
    /// context, without the keys that it generates; memory is bounded, whatever the number of rows. Each batch sees what is committed when it begins, and locks nothing on the query's server. Hooks and interceptors of the other context apply as to <c>BulkInsert</c>; nothing is tracked.
    /// A deadlock or a lock wait timeout repeats the batch, which is tried up to 5 times in all. Cancellation waits for the batch in hand. A batch without an answer is not sent again: the exception says from which key on and up to which one its rows may be copied, and
    /// <see cref="BulkCopyToOptions{TEntity}.SkipExisting" /> goes on in any case.
    /// </remarks>
    /// <exception cref="ArgumentException">The query is not one of EF Core, the other context is the query's own, or an option is wrong by itself.</exception>
    /// <exception cref="InvalidOperationException">The query has no condition, is sorted or takes a part of its rows, the row does not fit the other context, the query's context has changes of its type that are not saved, or one of the contexts is in a transaction or shares
    /// its connection with the other; nothing was sent.</exception>
    /// <exception cref="BulkOperationException">A batch failed. <see cref="BulkException.RowsAffected" /> and <see cref="BulkOperationException.LastKey" /> say what is done.</exception>
    public static BulkResult BulkCopyTo<TEntity, TTarget>(this IQueryable<TEntity> query, DbContext target, Expression<Func<TEntity, TTarget>> row, BulkCopyToOptions<TEntity>? options = null)
        where TEntity : class
        where TTarget : class
        => QueryExecutor.Run(QueryCall.Copy(query, target, row, options));

    /// <inheritdoc cref="BulkCopyTo{TEntity, TTarget}(IQueryable{TEntity}, DbContext, Expression{Func{TEntity, TTarget}}, BulkCopyToOptions{TEntity}?)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="target">The context of the other server, or of another schema: with a connection of its own, and outside a transaction.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>, or <c>o => o</c> for one of the same type.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    /// <exception cref="BulkCanceledException">The call was cancelled; the exception says what is done.</exception>
    public static Task<BulkResult> BulkCopyToAsync<TEntity, TTarget>(
        this IQueryable<TEntity> query, DbContext target, Expression<Func<TEntity, TTarget>> row, BulkCopyToOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        where TTarget : class
        => QueryExecutor.RunAsync(QueryCall.Copy(query, target, row, options), cancellationToken);

    /// <inheritdoc cref="BulkCopyTo{TEntity, TTarget}(IQueryable{TEntity}, DbContext, Expression{Func{TEntity, TTarget}}, BulkCopyToOptions{TEntity}?)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="target">The context of the other server, or of another schema: with a connection of its own, and outside a transaction.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>, or <c>o => o</c> for one of the same type.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    public static BulkResult BulkCopyTo<TEntity, TTarget>(this IQueryable<TEntity> query, DbContext target, Expression<Func<TEntity, TTarget>> row, Action<BulkCopyToOptions<TEntity>> configure)
        where TEntity : class
        where TTarget : class
        => query.BulkCopyTo(target, row, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkCopyToAsync{TEntity, TTarget}(IQueryable{TEntity}, DbContext, Expression{Func{TEntity, TTarget}}, BulkCopyToOptions{TEntity}?, CancellationToken)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="target">The context of the other server, or of another schema: with a connection of its own, and outside a transaction.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>, or <c>o => o</c> for one of the same type.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    public static Task<BulkResult> BulkCopyToAsync<TEntity, TTarget>(
        this IQueryable<TEntity> query, DbContext target, Expression<Func<TEntity, TTarget>> row, Action<BulkCopyToOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        where TTarget : class
        => query.BulkCopyToAsync(target, row, ConfiguredOptions.From(configure), cancellationToken);
}
