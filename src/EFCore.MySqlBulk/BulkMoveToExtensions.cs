using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using EFCore.MySqlBulk.ByQuery;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Moves the rows of a query to another table in batches.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkMoveToExtensions
{
    /// <summary>Moves the rows of a query to another table of the same server, in batches: each is copied, compared with its copies, and deleted, in a transaction of its own.</summary>
    /// <typeparam name="TEntity">The entity type of the query.</typeparam>
    /// <typeparam name="TTarget">The entity type of the other table.</typeparam>
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>: a value for each property that is to have one. The server calculates the values, so EF Core has to translate them.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows, the batches, the longest of them, the last key, the time.</returns>
    /// <remarks>
    /// Rows are walked in the order of the primary key, or of <see cref="BulkQueryOptions{TEntity}.Walk" />. A batch is the next rows that match: first the key of the last one is read, without locks. Then a transaction at <c>REPEATABLE READ</c>
    /// copies the rows up to it, which locks them; counts the copies that are byte by byte what was to be copied; and deletes the rows. If a count differs, nothing of the batch is moved, and the call fails. A row is in one of the tables at any time,
    /// never in both or in none, for who sees committed rows. No row comes to the client. What is not set gets the column's default.
    /// <c>SaveChanges</c>, hooks and interceptors of <c>SaveChanges</c> are not called, and no entity is read; tracked entities of moved rows stay tracked. The database's cascades and triggers run. A deadlock or a lock wait timeout repeats the
    /// batch, which is tried up to 5 times in all. Cancellation waits for the batch in hand. After an answer that did not come it is safe to go on: rows that were moved are not found again.
    /// </remarks>
    /// <exception cref="ArgumentException">The query is not one of EF Core, the row is not created as above, or an option is wrong by itself.</exception>
    /// <exception cref="InvalidOperationException">The query has no condition, is sorted or takes a part of its rows, the row does not fit the other table, the context has changes of the query's type that are not saved, or the call is in a
    /// transaction without <see cref="BulkQueryTransaction.Whole" />; nothing was sent.</exception>
    /// <exception cref="BulkOperationException">A batch failed. <see cref="BulkException.RowsAffected" /> and <see cref="BulkOperationException.LastKey" /> say what is done.</exception>
    public static BulkResult BulkMoveTo<TEntity, TTarget>(this IQueryable<TEntity> query, Expression<Func<TEntity, TTarget>> row, BulkMoveToOptions<TEntity>? options = null)
        where TEntity : class
        where TTarget : class
        => QueryExecutor.Run(QueryCall.Move(query, row, options));

    /// <inheritdoc cref="BulkMoveTo{TEntity, TTarget}(IQueryable{TEntity}, Expression{Func{TEntity, TTarget}}, BulkMoveToOptions{TEntity}?)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>: a value for each property that is to have one. The server calculates the values, so EF Core has to translate them.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    /// <exception cref="BulkCanceledException">The call was cancelled; the exception says what is done.</exception>
    public static Task<BulkResult> BulkMoveToAsync<TEntity, TTarget>(
        this IQueryable<TEntity> query, Expression<Func<TEntity, TTarget>> row, BulkMoveToOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        where TTarget : class
        => QueryExecutor.RunAsync(QueryCall.Move(query, row, options), cancellationToken);

    /// <inheritdoc cref="BulkMoveTo{TEntity, TTarget}(IQueryable{TEntity}, Expression{Func{TEntity, TTarget}}, BulkMoveToOptions{TEntity}?)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>: a value for each property that is to have one. The server calculates the values, so EF Core has to translate them.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    public static BulkResult BulkMoveTo<TEntity, TTarget>(this IQueryable<TEntity> query, Expression<Func<TEntity, TTarget>> row, Action<BulkMoveToOptions<TEntity>> configure)
        where TEntity : class
        where TTarget : class
        => query.BulkMoveTo(row, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkMoveToAsync{TEntity, TTarget}(IQueryable{TEntity}, Expression{Func{TEntity, TTarget}}, BulkMoveToOptions{TEntity}?, CancellationToken)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>: a value for each property that is to have one. The server calculates the values, so EF Core has to translate them.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    public static Task<BulkResult> BulkMoveToAsync<TEntity, TTarget>(
        this IQueryable<TEntity> query, Expression<Func<TEntity, TTarget>> row, Action<BulkMoveToOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        where TTarget : class
        => query.BulkMoveToAsync(row, ConfiguredOptions.From(configure), cancellationToken);

    /// <summary>Moves the rows of a query to another server in batches: each is locked, copied, compared with its copies and committed there, and then deleted.</summary>
    /// <typeparam name="TEntity">The entity type of the query.</typeparam>
    /// <typeparam name="TTarget">The entity type of the other context.</typeparam>
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="target">The context of the other server, or of another schema: with a connection of its own, and outside a transaction.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>, or <c>o => o</c> for one of the same type.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows, the batches, the longest of them, the last key, the time.</returns>
    /// <remarks>
    /// Rows are walked in the order of the primary key, or of <see cref="BulkQueryOptions{TEntity}.Walk" />. A batch is the next rows that match: first the key of the last one is read, without locks. Then a transaction at <c>REPEATABLE READ</c> locks the rows up to it and reads them;
    /// one of the other context inserts those that it does not have by <c>BulkInsertIfAbsent</c>, reads all of them back, compares each value, and commits; and the first one deletes the rows and commits. If a value differs, nothing of the batch is stored or deleted, and the call fails.
    /// A row is in one of the tables at any time, and in both between the two commits: if anything ends the call there, the next one finds the copies by their keys, compares them, and deletes the rows. A batch is in memory twice; <see cref="BulkQueryOptions{TEntity}.BatchRows" />
    /// bounds it. Hooks and interceptors of the other context apply as to <c>BulkInsertIfAbsent</c>; <c>BeforeDelete</c> hooks are not called. The database's cascades and triggers run. A deadlock or a lock wait timeout repeats the batch, which is tried up to 5 times in all.
    /// Cancellation waits for the batch in hand. After an answer that did not come it is safe to go on: rows that were moved are not found again.
    /// </remarks>
    /// <exception cref="ArgumentException">The query is not one of EF Core, the other context is the query's own, or an option is wrong by itself.</exception>
    /// <exception cref="InvalidOperationException">The query has no condition, is sorted or takes a part of its rows, the row does not fit the other context, the query's context has changes of its type that are not saved, or one of the contexts is in a transaction or shares
    /// its connection with the other, or the copies have no primary key, or parts that cannot be compared; nothing was sent.</exception>
    /// <exception cref="BulkOperationException">A batch failed. <see cref="BulkException.RowsAffected" /> and <see cref="BulkOperationException.LastKey" /> say what is done.</exception>
    public static BulkResult BulkMoveTo<TEntity, TTarget>(this IQueryable<TEntity> query, DbContext target, Expression<Func<TEntity, TTarget>> row, BulkMoveToOptions<TEntity>? options = null)
        where TEntity : class
        where TTarget : class
        => QueryExecutor.Run(QueryCall.Move(query, target, row, options));

    /// <inheritdoc cref="BulkMoveTo{TEntity, TTarget}(IQueryable{TEntity}, DbContext, Expression{Func{TEntity, TTarget}}, BulkMoveToOptions{TEntity}?)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="target">The context of the other server, or of another schema: with a connection of its own, and outside a transaction.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>, or <c>o => o</c> for one of the same type.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    /// <exception cref="BulkCanceledException">The call was cancelled; the exception says what is done.</exception>
    public static Task<BulkResult> BulkMoveToAsync<TEntity, TTarget>(
        this IQueryable<TEntity> query, DbContext target, Expression<Func<TEntity, TTarget>> row, BulkMoveToOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        where TTarget : class
        => QueryExecutor.RunAsync(QueryCall.Move(query, target, row, options), cancellationToken);

    /// <inheritdoc cref="BulkMoveTo{TEntity, TTarget}(IQueryable{TEntity}, DbContext, Expression{Func{TEntity, TTarget}}, BulkMoveToOptions{TEntity}?)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="target">The context of the other server, or of another schema: with a connection of its own, and outside a transaction.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>, or <c>o => o</c> for one of the same type.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    public static BulkResult BulkMoveTo<TEntity, TTarget>(this IQueryable<TEntity> query, DbContext target, Expression<Func<TEntity, TTarget>> row, Action<BulkMoveToOptions<TEntity>> configure)
        where TEntity : class
        where TTarget : class
        => query.BulkMoveTo(target, row, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkMoveToAsync{TEntity, TTarget}(IQueryable{TEntity}, DbContext, Expression{Func{TEntity, TTarget}}, BulkMoveToOptions{TEntity}?, CancellationToken)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="target">The context of the other server, or of another schema: with a connection of its own, and outside a transaction.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>, or <c>o => o</c> for one of the same type.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    public static Task<BulkResult> BulkMoveToAsync<TEntity, TTarget>(
        this IQueryable<TEntity> query, DbContext target, Expression<Func<TEntity, TTarget>> row, Action<BulkMoveToOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        where TTarget : class
        => query.BulkMoveToAsync(target, row, ConfiguredOptions.From(configure), cancellationToken);
}
