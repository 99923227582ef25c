using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Explains bulk operations without running them.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static partial class ExplainBulkExtensions
{
    /// <summary>Explains how <c>BulkInsert</c> would send the rows, and why, without inserting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static BulkExplanation ExplainBulkInsert<T>(this DbContext context, IEnumerable<T> rows, BulkInsertOptions? options = null)
        where T : class
        => BulkCall.Explain(BulkCall.Insert<T>(context, null, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkInsert</c> would send the rows, and why, without inserting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static Task<BulkExplanation> ExplainBulkInsertAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkInsertOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.Insert<T>(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Explains how <c>BulkInsert</c> would send the rows, and why, without inserting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static BulkExplanation ExplainBulkInsert<T>(this DbSet<T> set, IEnumerable<T> rows, BulkInsertOptions? options = null)
        where T : class
        => BulkCall.Explain(BulkCall.Insert<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkInsert</c> would send the rows, and why, without inserting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static Task<BulkExplanation> ExplainBulkInsertAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkInsertOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.Insert<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Explains how <c>BulkUpdate</c> would send the rows, and why, without updating anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static BulkExplanation ExplainBulkUpdate<T>(this DbContext context, IEnumerable<T> rows, BulkUpdateOptions<T>? options = null)
        where T : class
        => BulkCall.Explain(BulkCall.Update<T>(context, null, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkUpdate</c> would send the rows, and why, without updating anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static Task<BulkExplanation> ExplainBulkUpdateAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.Update<T>(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Explains how <c>BulkUpdate</c> would send the rows, and why, without updating anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static BulkExplanation ExplainBulkUpdate<T>(this DbSet<T> set, IEnumerable<T> rows, BulkUpdateOptions<T>? options = null)
        where T : class
        => BulkCall.Explain(BulkCall.Update<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkUpdate</c> would send the rows, and why, without updating anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static Task<BulkExplanation> ExplainBulkUpdateAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.Update<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Explains how <c>BulkDelete</c> would send the rows, and why, without deleting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static BulkExplanation ExplainBulkDelete<T>(this DbContext context, IEnumerable<T> rows, BulkDeleteOptions? options = null)
        where T : class
        => BulkCall.Explain(BulkCall.Delete<T>(context, null, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkDelete</c> would send the rows, and why, without deleting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static Task<BulkExplanation> ExplainBulkDeleteAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.Delete<T>(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Explains how <c>BulkDelete</c> would send the rows, and why, without deleting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static BulkExplanation ExplainBulkDelete<T>(this DbSet<T> set, IEnumerable<T> rows, BulkDeleteOptions? options = null)
        where T : class
        => BulkCall.Explain(BulkCall.Delete<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkDelete</c> would send the rows, and why, without deleting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategy, the reason and the first statement.</returns>
    public static Task<BulkExplanation> ExplainBulkDeleteAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkDeleteOptions? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.Delete<T>(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Explains how <c>BulkInsertOrUpdate</c> would send the rows, and why, without inserting or updating anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The strategies, the reasons and the first statement, which looks rows up.</returns>
    public static BulkExplanation ExplainBulkInsertOrUpdate<T>(this DbContext context, IEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null)
        where T : class
        => BulkCall.Explain(BulkCall.InsertOrUpdate(context, null, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkInsertOrUpdate</c> would send the rows, and why, without inserting or updating anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategies, the reasons and the first statement, which looks rows up.</returns>
    public static Task<BulkExplanation> ExplainBulkInsertOrUpdateAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.InsertOrUpdate(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Explains how <c>BulkInsertOrUpdate</c> would send the rows, and why, without inserting or updating anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The strategies, the reasons and the first statement, which looks rows up.</returns>
    public static BulkExplanation ExplainBulkInsertOrUpdate<T>(this DbSet<T> set, IEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null)
        where T : class
        => BulkCall.Explain(BulkCall.InsertOrUpdate(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkInsertOrUpdate</c> would send the rows, and why, without inserting or updating anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategies, the reasons and the first statement, which looks rows up.</returns>
    public static Task<BulkExplanation> ExplainBulkInsertOrUpdateAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkInsertOrUpdateOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.InsertOrUpdate(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Explains how <c>BulkInsertIfAbsent</c> would send the rows, and why, without inserting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The strategies, the reasons and the first statement, which looks rows up.</returns>
    public static BulkExplanation ExplainBulkInsertIfAbsent<T>(this DbContext context, IEnumerable<T> rows, BulkInsertIfAbsentOptions<T>? options = null)
        where T : class
        => BulkCall.Explain(BulkCall.InsertIfAbsent(context, null, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkInsertIfAbsent</c> would send the rows, and why, without inserting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategies, the reasons and the first statement, which looks rows up.</returns>
    public static Task<BulkExplanation> ExplainBulkInsertIfAbsentAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkInsertIfAbsentOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.InsertIfAbsent(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Explains how <c>BulkInsertIfAbsent</c> would send the rows, and why, without inserting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The strategies, the reasons and the first statement, which looks rows up.</returns>
    public static BulkExplanation ExplainBulkInsertIfAbsent<T>(this DbSet<T> set, IEnumerable<T> rows, BulkInsertIfAbsentOptions<T>? options = null)
        where T : class
        => BulkCall.Explain(BulkCall.InsertIfAbsent(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkInsertIfAbsent</c> would send the rows, and why, without inserting anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategies, the reasons and the first statement, which looks rows up.</returns>
    public static Task<BulkExplanation> ExplainBulkInsertIfAbsentAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkInsertIfAbsentOptions<T>? options = null, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.InsertIfAbsent(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Explains how <c>BulkSynchronize</c> would send the rows, and why, without reading or writing anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options, with <see cref="BulkSynchronizeOptions{T}.Scope" /> or <see cref="BulkSynchronizeOptions{T}.WholeTable" />.</param>
    /// <returns>The strategies, the reasons and the first statement, which reads the scope.</returns>
    public static BulkExplanation ExplainBulkSynchronize<T>(this DbContext context, IEnumerable<T> rows, BulkSynchronizeOptions<T> options)
        where T : class
        => BulkCall.Explain(BulkCall.Synchronize(context, null, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkSynchronize</c> would send the rows, and why, without reading or writing anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options, with <see cref="BulkSynchronizeOptions{T}.Scope" /> or <see cref="BulkSynchronizeOptions{T}.WholeTable" />.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategies, the reasons and the first statement, which reads the scope.</returns>
    public static Task<BulkExplanation> ExplainBulkSynchronizeAsync<T>(
        this DbContext context, IEnumerable<T> rows, BulkSynchronizeOptions<T> options, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.Synchronize(context, null, RowSources.Of(rows), options), cancellationToken);

    /// <summary>Explains how <c>BulkSynchronize</c> would send the rows, and why, without reading or writing anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options, with <see cref="BulkSynchronizeOptions{T}.Scope" /> or <see cref="BulkSynchronizeOptions{T}.WholeTable" />.</param>
    /// <returns>The strategies, the reasons and the first statement, which reads the scope.</returns>
    public static BulkExplanation ExplainBulkSynchronize<T>(this DbSet<T> set, IEnumerable<T> rows, BulkSynchronizeOptions<T> options)
        where T : class
        => BulkCall.Explain(BulkCall.Synchronize(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options));

    /// <summary>Explains how <c>BulkSynchronize</c> would send the rows, and why, without reading or writing anything. Opens the connection to read the server's version and settings.</summary>
    /// <typeparam name="T">The entity type.</typeparam>
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="options">The options, with <see cref="BulkSynchronizeOptions{T}.Scope" /> or <see cref="BulkSynchronizeOptions{T}.WholeTable" />.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The strategies, the reasons and the first statement, which reads the scope.</returns>
    public static Task<BulkExplanation> ExplainBulkSynchronizeAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, BulkSynchronizeOptions<T> options, CancellationToken cancellationToken = default)
        where T : class
        => BulkCall.ExplainAsync(BulkCall.Synchronize(BulkCall.ContextOf(set), set.EntityType, RowSources.Of(rows), options), cancellationToken);
}
