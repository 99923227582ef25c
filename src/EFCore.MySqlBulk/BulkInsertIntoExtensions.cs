using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using EFCore.MySqlBulk.ByQuery;

namespace EFCore.MySqlBulk;

/// <summary>Copies the rows of a query to another table in batches.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkInsertIntoExtensions
{
    /// <summary>Copies the rows of a query to another table of the same server, by <c>INSERT … SELECT</c> in batches that are committed one by one.</summary>
    /// <typeparam name="TEntity">The entity type of the query.</typeparam>
    /// <typeparam name="TTarget">The entity type of the other table.</typeparam>
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>: a value for each property that is to have one. The server calculates the values, so EF Core has to translate them.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows, the batches, the longest of them, the last key, the time.</returns>
    /// <remarks>
    /// Rows are walked in the order of the primary key, or of <see cref="BulkQueryOptions{TEntity}.Walk" />. A batch is the next rows that match: first the key of the last one is read, without locks, then one statement copies the rows up to it, with the
    /// query's condition again. No row comes to the client. What is not set gets the column's default; <see cref="BulkInsertIntoOptions{TEntity}.CopiedKeys" /> receives keys that the server generates. At <c>REPEATABLE READ</c> the server locks the rows that it reads until the batch is committed.
    /// <c>SaveChanges</c>, hooks and interceptors of <c>SaveChanges</c> are not called, and no entity is read or tracked. The database's triggers run. A deadlock or a lock wait timeout repeats the batch, which is tried up to 5 times in all.
    /// Cancellation waits for the batch in hand. A batch without an answer is not sent again: the exception says from which key on and up to which one its rows may be copied.
    /// </remarks>
    /// <exception cref="ArgumentException">The query is not one of EF Core, the row is not created as above, or an option is wrong by itself.</exception>
    /// <exception cref="InvalidOperationException">The query has no condition, is sorted or takes a part of its rows, the row does not fit the other table, the context has changes of the query's type that are not saved, or the call is in a
    /// transaction without <see cref="BulkQueryTransaction.Whole" />; nothing was sent.</exception>
    /// <exception cref="BulkOperationException">A batch failed. <see cref="BulkException.RowsAffected" /> and <see cref="BulkOperationException.LastKey" /> say what is done.</exception>
    public static BulkResult BulkInsertInto<TEntity, TTarget>(this IQueryable<TEntity> query, Expression<Func<TEntity, TTarget>> row, BulkInsertIntoOptions<TEntity>? options = null)
        where TEntity : class
        where TTarget : class
        => QueryExecutor.Run(QueryCall.Insert(query, row, options));

    /// <inheritdoc cref="BulkInsertInto{TEntity, TTarget}(IQueryable{TEntity}, Expression{Func{TEntity, TTarget}}, BulkInsertIntoOptions{TEntity}?)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>: a value for each property that is to have one. The server calculates the values, so EF Core has to translate them.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    /// <exception cref="BulkCanceledException">The call was cancelled; the exception says what is done.</exception>
    public static Task<BulkResult> BulkInsertIntoAsync<TEntity, TTarget>(
        this IQueryable<TEntity> query, Expression<Func<TEntity, TTarget>> row, BulkInsertIntoOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        where TTarget : class
        => QueryExecutor.RunAsync(QueryCall.Insert(query, row, options), cancellationToken);

    /// <inheritdoc cref="BulkInsertInto{TEntity, TTarget}(IQueryable{TEntity}, Expression{Func{TEntity, TTarget}}, BulkInsertIntoOptions{TEntity}?)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>: a value for each property that is to have one. The server calculates the values, so EF Core has to translate them.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    public static BulkResult BulkInsertInto<TEntity, TTarget>(this IQueryable<TEntity> query, Expression<Func<TEntity, TTarget>> row, Action<BulkInsertIntoOptions<TEntity>> configure)
        where TEntity : class
        where TTarget : class
        => query.BulkInsertInto(row, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkInsertIntoAsync{TEntity, TTarget}(IQueryable{TEntity}, Expression{Func{TEntity, TTarget}}, BulkInsertIntoOptions{TEntity}?, CancellationToken)" />
    /// <param name="query">The query: any of entities of one table, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="row">The row of the other table, as <c>o => new ArchivedOrder { Id = o.Id, Total = o.Total }</c>: a value for each property that is to have one. The server calculates the values, so EF Core has to translate them.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    public static Task<BulkResult> BulkInsertIntoAsync<TEntity, TTarget>(
        this IQueryable<TEntity> query, Expression<Func<TEntity, TTarget>> row, Action<BulkInsertIntoOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        where TTarget : class
        => query.BulkInsertIntoAsync(row, ConfiguredOptions.From(configure), cancellationToken);
}
