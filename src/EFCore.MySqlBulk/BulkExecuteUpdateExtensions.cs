using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.ByQuery;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Query;
#if !EFCORE10
using System.Linq.Expressions;
#endif

namespace EFCore.MySqlBulk;

/// <summary>Updates the rows of a query in batches.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkExecuteUpdateExtensions
{
    /// <summary>Updates the rows of a query as EF Core's <c>ExecuteUpdate</c> does, in batches that are committed one by one, so that rows are locked for half a second and not for minutes.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <param name="query">The query: any that <c>ExecuteUpdate</c> takes, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="setters">What is set, as <c>s => s.SetProperty(o => o.State, State.Archived)</c>: EF Core's own setters. The columns by which rows are walked cannot be set.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of rows, the batches, the longest of them, the last key, the time.</returns>
    /// <remarks>
    /// Rows are walked in the order of the primary key, or of <see cref="BulkQueryOptions{TEntity}.Walk" />. A batch is the next rows that match: first the key of the last one is read, without locks, then <c>ExecuteUpdate</c> runs for the rows up to
    /// it, with the query's condition again, so that a row which no longer matches is left. A row is updated once, even if it still matches; only a row that another session moves forward in the order of <c>Walk</c> is met again. Counted are the
    /// rows that match, as by <c>ExecuteUpdate</c>.
    /// <c>SaveChanges</c>, hooks and interceptors of <c>SaveChanges</c> are not called and no entity is read; tracked entities keep their values. The database's triggers run. A deadlock or a lock wait timeout repeats the batch, which is tried up to
    /// 5 times in all. Cancellation waits for the batch in hand. A batch without an answer is not sent again: the exception says from which key on and up to which one its rows may be updated.
    /// </remarks>
    /// <exception cref="ArgumentException">The query is not one of EF Core, or an option is wrong by itself.</exception>
    /// <exception cref="InvalidOperationException">The query has no condition, is sorted or takes a part of its rows, the setters set a column by which rows are walked, the context has changes of the type that are not saved, or the call is in a
    /// transaction without <see cref="BulkQueryTransaction.Whole" />; nothing was sent.</exception>
    /// <exception cref="BulkOperationException">A batch failed. <see cref="BulkException.RowsAffected" /> and <see cref="BulkOperationException.LastKey" /> say what is done.</exception>
    public static BulkResult BulkExecuteUpdate<TEntity>(
        this IQueryable<TEntity> query,
#if EFCORE10
        Action<UpdateSettersBuilder<TEntity>> setters,
#else
        Expression<Func<SetPropertyCalls<TEntity>, SetPropertyCalls<TEntity>>> setters,
#endif
        BulkExecuteUpdateOptions<TEntity>? options = null)
        where TEntity : class
        => QueryExecutor.Run(QueryCall.Update(query, new(each => each.ExecuteUpdate(setters)), options));

    /// <summary>Updates the rows of a query as EF Core's <c>ExecuteUpdate</c> does, in batches that are committed one by one, so that rows are locked for half a second and not for minutes.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <param name="query">The query: any that <c>ExecuteUpdate</c> takes, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="setters">What is set, as <c>s => s.SetProperty(o => o.State, State.Archived)</c>: EF Core's own setters. The columns by which rows are walked cannot be set.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    /// <returns>The number of rows, the batches, the longest of them, the last key, the time.</returns>
    /// <remarks>As <c>BulkExecuteUpdate</c>, which says which rows are updated and how often.</remarks>
    /// <exception cref="ArgumentException">The query is not one of EF Core, or an option is wrong by itself.</exception>
    /// <exception cref="InvalidOperationException">The query has no condition, is sorted or takes a part of its rows, the setters set a column by which rows are walked, the context has changes of the type that are not saved, or the call is in a
    /// transaction without <see cref="BulkQueryTransaction.Whole" />; nothing was sent.</exception>
    /// <exception cref="BulkOperationException">A batch failed. <see cref="BulkException.RowsAffected" /> and <see cref="BulkOperationException.LastKey" /> say what is done.</exception>
    /// <exception cref="BulkCanceledException">The call was cancelled; the exception says what is done.</exception>
    public static Task<BulkResult> BulkExecuteUpdateAsync<TEntity>(
        this IQueryable<TEntity> query,
#if EFCORE10
        Action<UpdateSettersBuilder<TEntity>> setters,
#else
        Expression<Func<SetPropertyCalls<TEntity>, SetPropertyCalls<TEntity>>> setters,
#endif
        BulkExecuteUpdateOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        => QueryExecutor.RunAsync(QueryCall.Update(query, new(each => each.ExecuteUpdate(setters)), options), cancellationToken);

    /// <summary>Updates the rows of a query as EF Core's <c>ExecuteUpdate</c> does, in batches that are committed one by one, so that rows are locked for half a second and not for minutes.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <param name="query">The query: any that <c>ExecuteUpdate</c> takes, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="setters">What is set, as <c>s => s.SetProperty(o => o.State, State.Archived)</c>: EF Core's own setters. The columns by which rows are walked cannot be set.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    /// <returns>The number of rows, the batches, the longest of them, the last key, the time.</returns>
    /// <exception cref="ArgumentException">The query is not one of EF Core, or an option is wrong by itself.</exception>
    /// <exception cref="InvalidOperationException">The query has no condition, is sorted or takes a part of its rows, the setters set a column by which rows are walked, the context has changes of the type that are not saved, or the call is in a
    /// transaction without <see cref="BulkQueryTransaction.Whole" />; nothing was sent.</exception>
    /// <exception cref="BulkOperationException">A batch failed. <see cref="BulkException.RowsAffected" /> and <see cref="BulkOperationException.LastKey" /> say what is done.</exception>
    public static BulkResult BulkExecuteUpdate<TEntity>(
        this IQueryable<TEntity> query,
#if EFCORE10
        Action<UpdateSettersBuilder<TEntity>> setters,
#else
        Expression<Func<SetPropertyCalls<TEntity>, SetPropertyCalls<TEntity>>> setters,
#endif
        Action<BulkExecuteUpdateOptions<TEntity>> configure)
        where TEntity : class
        => query.BulkExecuteUpdate(setters, ConfiguredOptions.From(configure));

    /// <summary>Updates the rows of a query as EF Core's <c>ExecuteUpdate</c> does, in batches that are committed one by one, so that rows are locked for half a second and not for minutes.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <param name="query">The query: any that <c>ExecuteUpdate</c> takes, without an order and without <c>Take</c> or <c>Skip</c>. Query filters apply.</param>
    /// <param name="setters">What is set, as <c>s => s.SetProperty(o => o.State, State.Archived)</c>: EF Core's own setters. The columns by which rows are walked cannot be set.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 5_000</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at the end of the batch in hand.</param>
    /// <returns>The number of rows, the batches, the longest of them, the last key, the time.</returns>
    /// <exception cref="ArgumentException">The query is not one of EF Core, or an option is wrong by itself.</exception>
    /// <exception cref="InvalidOperationException">The query has no condition, is sorted or takes a part of its rows, the setters set a column by which rows are walked, the context has changes of the type that are not saved, or the call is in a
    /// transaction without <see cref="BulkQueryTransaction.Whole" />; nothing was sent.</exception>
    /// <exception cref="BulkOperationException">A batch failed. <see cref="BulkException.RowsAffected" /> and <see cref="BulkOperationException.LastKey" /> say what is done.</exception>
    /// <exception cref="BulkCanceledException">The call was cancelled; the exception says what is done.</exception>
    public static Task<BulkResult> BulkExecuteUpdateAsync<TEntity>(
        this IQueryable<TEntity> query,
#if EFCORE10
        Action<UpdateSettersBuilder<TEntity>> setters,
#else
        Expression<Func<SetPropertyCalls<TEntity>, SetPropertyCalls<TEntity>>> setters,
#endif
        Action<BulkExecuteUpdateOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => query.BulkExecuteUpdateAsync(setters, ConfiguredOptions.From(configure), cancellationToken);
}
