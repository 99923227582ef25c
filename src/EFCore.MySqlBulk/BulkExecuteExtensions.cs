using System.Diagnostics.CodeAnalysis;
using System.Linq.Expressions;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Execution.Input;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Runs one statement once per row, each time with the row's values.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkExecuteExtensions
{
    /// <summary>Runs an <c>INSERT</c>, <c>UPDATE</c>, <c>DELETE</c>, <c>REPLACE</c>, <c>WITH</c>, <c>CALL</c> or <c>DO</c> statement once per row,
    /// all or none. Interpolated values become parameters, as in EF Core's <c>ExecuteSql</c>: <c>context.BulkExecute(lines, l => $"UPDATE stock SET
    /// qty = qty - {l.Qty} WHERE sku = {l.Sku}")</c>.</summary>
    /// <typeparam name="T">The rows' type: an entity, a record, anything.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The rows, in the order in which the statement is run for them. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="statement">The statement for a row, as an interpolated string. Each value is a scalar of a type that the context's provider maps
    /// to a column: a property of the row, or a captured variable. Names of tables and columns cannot be
    /// values. The values may be read more than once for a row, so they must be the same each time.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of executions and of rows affected, the strategy and its reason, the time.</returns>
    /// <remarks>From 100 rows on, one prepared statement is executed for all rows, with many executions in flight, if statements can be pipelined; otherwise statements
    /// with literals are joined in commands on the context's connection. The SQL is one statement that returns no rows. An execution that affects no
    /// row is no error: set <see cref="BulkExecuteOptions.ReturnAffected" /> to find it. The change tracker is not updated. "All or none" does not
    /// hold for a procedure that commits. The lambda is compiled once per call.</remarks>
    /// <exception cref="BulkException">The server refused a row (<see cref="BulkOperationException.RowIndex" /> says which), or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">The statement is not an interpolated string, or not a single statement that can be run once per row; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException">The provider has no column type for a value's type, or the provider or a forced strategy is not supported; nothing was sent.</exception>
    /// <seealso cref="BulkExecuteRaw{T, TParameters}(DbContext, IEnumerable{T}, string, Func{T, TParameters}, BulkExecuteOptions?)" />
    public static BulkResult BulkExecute<T>(
        this DbContext context, IEnumerable<T> rows, Expression<Func<T, FormattableString>> statement, BulkExecuteOptions? options = null)
        => BulkCall.Run(BulkCall.Execute(context, RowSources.Of(rows), statement, options));

    /// <inheritdoc cref="BulkExecute{T}(DbContext, IEnumerable{T}, Expression{Func{T, FormattableString}}, BulkExecuteOptions?)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The rows, in the order in which the statement is run for them. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="statement">The statement for a row, as an interpolated string. Each value is a scalar of a type that the context's provider maps
    /// to a column: a property of the row, or a captured variable. Names of tables and columns cannot be
    /// values. The values may be read more than once for a row, so they must be the same each time.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkExecuteAsync<T>(
        this DbContext context, IEnumerable<T> rows, Expression<Func<T, FormattableString>> statement, BulkExecuteOptions? options = null,
        CancellationToken cancellationToken = default)
        => BulkCall.RunAsync(BulkCall.Execute(context, RowSources.Of(rows), statement, options), cancellationToken);

    /// <inheritdoc cref="BulkExecuteAsync{T}(DbContext, IEnumerable{T}, Expression{Func{T, FormattableString}}, BulkExecuteOptions?, CancellationToken)" />
    public static Task<BulkResult> BulkExecuteAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, Expression<Func<T, FormattableString>> statement, BulkExecuteOptions? options = null,
        CancellationToken cancellationToken = default)
        => BulkCall.RunAsync(BulkCall.Execute(context, RowSources.Of(rows), statement, options), cancellationToken);

    /// <summary>Does the same as <c>BulkExecute</c> with SQL text: runs an <c>INSERT</c>, <c>UPDATE</c>, <c>DELETE</c>, <c>REPLACE</c>, <c>WITH</c>,
    /// <c>CALL</c> or <c>DO</c> statement once per row, all or none. For SQL that is composed, with the name of a table for example; otherwise use
    /// <see cref="BulkExecute{T}(DbContext, IEnumerable{T}, Expression{Func{T, FormattableString}}, BulkExecuteOptions?)" />.</summary>
    /// <typeparam name="T">The rows' type: an entity, a record, anything.</typeparam>
    /// <typeparam name="TParameters">One scalar, or a tuple of any length, of types that the context's provider maps to columns.</typeparam>
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The rows, in the order in which the statement is run for them. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="sql">Raw SQL. <c>{0}</c>, <c>{1}</c>, … stand for the values and may be repeated; <c>{{</c> is a literal brace. Values are always quoted or sent as parameters;
    /// the rest of the text is sent as it is, so never build it from user input.</param>
    /// <param name="parameters">The values of a row: <c>l => (l.Qty, l.Sku)</c>. It may be called more than once for a row, so it must return the same values each time.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The number of executions and of rows affected, the strategy and its reason, the time.</returns>
    /// <remarks>From 100 rows on, one prepared statement is executed for all rows, with many executions in flight, if statements can be pipelined; otherwise statements
    /// with literals are joined in commands on the context's connection. The SQL is one statement that returns no rows. An execution that affects no
    /// row is no error: set <see cref="BulkExecuteOptions.ReturnAffected" /> to find it. The change tracker is not updated. "All or none" does not
    /// hold for a procedure that commits.</remarks>
    /// <exception cref="BulkException">The server refused a row (<see cref="BulkOperationException.RowIndex" /> says which), or a row cannot be sent; nothing is stored.</exception>
    /// <exception cref="ArgumentException">The SQL and the parameters do not match, or the SQL is not a single statement that can be run once per row; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException">The provider has no column type for a parameter's type, or the provider or a forced strategy is not supported; nothing was sent.</exception>
    /// <seealso cref="BulkExecuteRawAsync{T, TParameters}(DbContext, IEnumerable{T}, string, Func{T, TParameters}, BulkExecuteOptions?, CancellationToken)" />
    public static BulkResult BulkExecuteRaw<T, TParameters>(
        this DbContext context, IEnumerable<T> rows, string sql, Func<T, TParameters> parameters, BulkExecuteOptions? options = null)
        => BulkCall.Run(BulkCall.Execute(context, RowSources.Of(rows), sql, parameters, options));

    /// <inheritdoc cref="BulkExecuteRaw{T, TParameters}(DbContext, IEnumerable{T}, string, Func{T, TParameters}, BulkExecuteOptions?)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The rows, in the order in which the statement is run for them. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="sql">Raw SQL. <c>{0}</c>, <c>{1}</c>, … stand for the values and may be repeated; <c>{{</c> is a literal brace. Values are always quoted or sent as parameters;
    /// the rest of the text is sent as it is, so never build it from user input.</param>
    /// <param name="parameters">The values of a row: <c>l => (l.Qty, l.Sku)</c>. It may be called more than once for a row, so it must return the same values each time.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    /// <seealso cref="BulkExecuteRaw{T, TParameters}(DbContext, IEnumerable{T}, string, Func{T, TParameters}, BulkExecuteOptions?)" />
    public static Task<BulkResult> BulkExecuteRawAsync<T, TParameters>(
        this DbContext context, IEnumerable<T> rows, string sql, Func<T, TParameters> parameters, BulkExecuteOptions? options = null,
        CancellationToken cancellationToken = default)
        => BulkCall.RunAsync(BulkCall.Execute(context, RowSources.Of(rows), sql, parameters, options), cancellationToken);

    /// <inheritdoc cref="BulkExecuteRawAsync{T, TParameters}(DbContext, IEnumerable{T}, string, Func{T, TParameters}, BulkExecuteOptions?, CancellationToken)" />
    public static Task<BulkResult> BulkExecuteRawAsync<T, TParameters>(
        this DbContext context, IAsyncEnumerable<T> rows, string sql, Func<T, TParameters> parameters, BulkExecuteOptions? options = null,
        CancellationToken cancellationToken = default)
        => BulkCall.RunAsync(BulkCall.Execute(context, RowSources.Of(rows), sql, parameters, options), cancellationToken);

    /// <inheritdoc cref="BulkExecute{T}(DbContext, IEnumerable{T}, Expression{Func{T, FormattableString}}, BulkExecuteOptions?)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The rows, in the order in which the statement is run for them. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="statement">The statement for a row, as an interpolated string. Each value is a scalar of a type that the context's provider maps
    /// to a column: a property of the row, or a captured variable. Names of tables and columns cannot be
    /// values. The values may be read more than once for a row, so they must be the same each time.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkExecute<T>(
        this DbContext context, IEnumerable<T> rows, Expression<Func<T, FormattableString>> statement, Action<BulkExecuteOptions> configure)
        => context.BulkExecute(rows, statement, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkExecuteAsync{T}(DbContext, IEnumerable{T}, Expression{Func{T, FormattableString}}, BulkExecuteOptions?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The rows, in the order in which the statement is run for them. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="statement">The statement for a row, as an interpolated string. Each value is a scalar of a type that the context's provider maps
    /// to a column: a property of the row, or a captured variable. Names of tables and columns cannot be
    /// values. The values may be read more than once for a row, so they must be the same each time.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkExecuteAsync<T>(
        this DbContext context, IEnumerable<T> rows, Expression<Func<T, FormattableString>> statement, Action<BulkExecuteOptions> configure, CancellationToken cancellationToken = default)
        => context.BulkExecuteAsync(rows, statement, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkExecuteAsync{T}(DbContext, IAsyncEnumerable{T}, Expression{Func{T, FormattableString}}, BulkExecuteOptions?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The rows, in the order in which the statement is run for them. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="statement">The statement for a row, as an interpolated string. Each value is a scalar of a type that the context's provider maps
    /// to a column: a property of the row, or a captured variable. Names of tables and columns cannot be
    /// values. The values may be read more than once for a row, so they must be the same each time.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkExecuteAsync<T>(
        this DbContext context, IAsyncEnumerable<T> rows, Expression<Func<T, FormattableString>> statement, Action<BulkExecuteOptions> configure, CancellationToken cancellationToken = default)
        => context.BulkExecuteAsync(rows, statement, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkExecuteRaw{T, TParameters}(DbContext, IEnumerable{T}, string, Func{T, TParameters}, BulkExecuteOptions?)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The rows, in the order in which the statement is run for them. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="sql">Raw SQL. <c>{0}</c>, <c>{1}</c>, … stand for the values and may be repeated; <c>{{</c> is a literal brace. Values are always quoted or sent as parameters;
    /// the rest of the text is sent as it is, so never build it from user input.</param>
    /// <param name="parameters">The values of a row: <c>l => (l.Qty, l.Sku)</c>. It may be called more than once for a row, so it must return the same values each time.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkResult BulkExecuteRaw<T, TParameters>(
        this DbContext context, IEnumerable<T> rows, string sql, Func<T, TParameters> parameters, Action<BulkExecuteOptions> configure)
        => context.BulkExecuteRaw(rows, sql, parameters, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkExecuteRawAsync{T, TParameters}(DbContext, IEnumerable{T}, string, Func{T, TParameters}, BulkExecuteOptions?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The rows, in the order in which the statement is run for them. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="sql">Raw SQL. <c>{0}</c>, <c>{1}</c>, … stand for the values and may be repeated; <c>{{</c> is a literal brace. Values are always quoted or sent as parameters;
    /// the rest of the text is sent as it is, so never build it from user input.</param>
    /// <param name="parameters">The values of a row: <c>l => (l.Qty, l.Sku)</c>. It may be called more than once for a row, so it must return the same values each time.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkExecuteRawAsync<T, TParameters>(
        this DbContext context, IEnumerable<T> rows, string sql, Func<T, TParameters> parameters, Action<BulkExecuteOptions> configure, CancellationToken cancellationToken = default)
        => context.BulkExecuteRawAsync(rows, sql, parameters, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkExecuteRawAsync{T, TParameters}(DbContext, IAsyncEnumerable{T}, string, Func{T, TParameters}, BulkExecuteOptions?, CancellationToken)" />
    /// <param name="context">The context whose server, settings and transaction are used.</param>
    /// <param name="rows">The rows, in the order in which the statement is run for them. A collection is read again after a deadlock, or when an execution strategy retries; a stream is read once.</param>
    /// <param name="sql">Raw SQL. <c>{0}</c>, <c>{1}</c>, … stand for the values and may be repeated; <c>{{</c> is a literal brace. Values are always quoted or sent as parameters;
    /// the rest of the text is sent as it is, so never build it from user input.</param>
    /// <param name="parameters">The values of a row: <c>l => (l.Qty, l.Sku)</c>. It may be called more than once for a row, so it must return the same values each time.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call at any time before the commit; nothing is stored then.</param>
    public static Task<BulkResult> BulkExecuteRawAsync<T, TParameters>(
        this DbContext context, IAsyncEnumerable<T> rows, string sql, Func<T, TParameters> parameters, Action<BulkExecuteOptions> configure, CancellationToken cancellationToken = default)
        => context.BulkExecuteRawAsync(rows, sql, parameters, ConfiguredOptions.From(configure), cancellationToken);
}
