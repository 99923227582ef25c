using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <content>The same, with options that a lambda sets.</content>
public static partial class ExplainBulkExtensions
{
    /// <inheritdoc cref="ExplainBulkInsert{T}(DbContext, IEnumerable{T}, BulkInsertOptions?)" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkInsert<T>(this DbContext context, IEnumerable<T> rows, Action<BulkInsertOptions> configure)
        where T : class
        => context.ExplainBulkInsert(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkInsertAsync{T}(DbContext, IEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkInsertAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkInsertOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.ExplainBulkInsertAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="ExplainBulkInsert{T}(DbSet{T}, IEnumerable{T}, BulkInsertOptions?)" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkInsert<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertOptions> configure)
        where T : class
        => set.ExplainBulkInsert(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkInsertAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertOptions?, CancellationToken)" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkInsertAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.ExplainBulkInsertAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="ExplainBulkUpdate{T}(DbContext, IEnumerable{T}, BulkUpdateOptions{T}?)" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkUpdate<T>(this DbContext context, IEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure)
        where T : class
        => context.ExplainBulkUpdate(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkUpdateAsync{T}(DbContext, IEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkUpdateAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.ExplainBulkUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="ExplainBulkUpdate{T}(DbSet{T}, IEnumerable{T}, BulkUpdateOptions{T}?)" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkUpdate<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure)
        where T : class
        => set.ExplainBulkUpdate(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkUpdateAsync{T}(DbSet{T}, IEnumerable{T}, BulkUpdateOptions{T}?, CancellationToken)" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkUpdateAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.ExplainBulkUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="ExplainBulkDelete{T}(DbContext, IEnumerable{T}, BulkDeleteOptions?)" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkDelete<T>(this DbContext context, IEnumerable<T> rows, Action<BulkDeleteOptions> configure)
        where T : class
        => context.ExplainBulkDelete(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkDeleteAsync{T}(DbContext, IEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkDeleteAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.ExplainBulkDeleteAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="ExplainBulkDelete{T}(DbSet{T}, IEnumerable{T}, BulkDeleteOptions?)" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkDelete<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkDeleteOptions> configure)
        where T : class
        => set.ExplainBulkDelete(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkDeleteAsync{T}(DbSet{T}, IEnumerable{T}, BulkDeleteOptions?, CancellationToken)" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkDeleteAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkDeleteOptions> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.ExplainBulkDeleteAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="ExplainBulkInsertOrUpdate{T}(DbContext, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?)" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkInsertOrUpdate<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure)
        where T : class
        => context.ExplainBulkInsertOrUpdate(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkInsertOrUpdateAsync{T}(DbContext, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkInsertOrUpdateAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.ExplainBulkInsertOrUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="ExplainBulkInsertOrUpdate{T}(DbSet{T}, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?)" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkInsertOrUpdate<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure)
        where T : class
        => set.ExplainBulkInsertOrUpdate(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkInsertOrUpdateAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertOrUpdateOptions{T}?, CancellationToken)" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkInsertOrUpdateAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertOrUpdateOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.ExplainBulkInsertOrUpdateAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="ExplainBulkInsertIfAbsent{T}(DbContext, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?)" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkInsertIfAbsent<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkInsertIfAbsentOptions<T>> configure)
        where T : class
        => context.ExplainBulkInsertIfAbsent(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkInsertIfAbsentAsync{T}(DbContext, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?, CancellationToken)" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkInsertIfAbsentAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkInsertIfAbsentOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.ExplainBulkInsertIfAbsentAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="ExplainBulkInsertIfAbsent{T}(DbSet{T}, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?)" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkInsertIfAbsent<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertIfAbsentOptions<T>> configure)
        where T : class
        => set.ExplainBulkInsertIfAbsent(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkInsertIfAbsentAsync{T}(DbSet{T}, IEnumerable{T}, BulkInsertIfAbsentOptions{T}?, CancellationToken)" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkInsertIfAbsentAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkInsertIfAbsentOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.ExplainBulkInsertIfAbsentAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="ExplainBulkSynchronize{T}(DbContext, IEnumerable{T}, BulkSynchronizeOptions{T})" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkSynchronize<T>(this DbContext context, IEnumerable<T> rows, Action<BulkSynchronizeOptions<T>> configure)
        where T : class
        => context.ExplainBulkSynchronize(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkSynchronizeAsync{T}(DbContext, IEnumerable{T}, BulkSynchronizeOptions{T}, CancellationToken)" />
    /// <param name="context">The context.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkSynchronizeAsync<T>(
        this DbContext context, IEnumerable<T> rows, Action<BulkSynchronizeOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => context.ExplainBulkSynchronizeAsync(rows, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="ExplainBulkSynchronize{T}(DbSet{T}, IEnumerable{T}, BulkSynchronizeOptions{T})" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static BulkExplanation ExplainBulkSynchronize<T>(this DbSet<T> set, IEnumerable<T> rows, Action<BulkSynchronizeOptions<T>> configure)
        where T : class
        => set.ExplainBulkSynchronize(rows, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="ExplainBulkSynchronizeAsync{T}(DbSet{T}, IEnumerable{T}, BulkSynchronizeOptions{T}, CancellationToken)" />
    /// <param name="set">The set.</param>
    /// <param name="rows">The entities.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<BulkExplanation> ExplainBulkSynchronizeAsync<T>(
        this DbSet<T> set, IEnumerable<T> rows, Action<BulkSynchronizeOptions<T>> configure, CancellationToken cancellationToken = default)
        where T : class
        => set.ExplainBulkSynchronizeAsync(rows, ConfiguredOptions.From(configure), cancellationToken);
}
