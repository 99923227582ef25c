using System.Diagnostics.CodeAnalysis;
using EFCore.MySqlBulk.Reading;

namespace EFCore.MySqlBulk;

/// <summary>Reads many entities at once by their keys.</summary>
[RequiresUnreferencedCode(CompiledAtRunTime.Members)]
[RequiresDynamicCode(CompiledAtRunTime.Code)]
public static class BulkReadExtensions
{
    /// <summary>Reads entities by their keys, in the order of the keys.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <typeparam name="TKey">The key's type.</typeparam>
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>An item for each key: the entity, or <see langword="null" /> if there is none.</returns>
    /// <remarks>The rows are read by queries of EF Core, some thousand keys in each: query filters, conversions, tracking and interceptors apply as to any query, and entities that the context tracks
    /// are returned as they are. A key given several times has the same entity at each place, a null key has none, and without keys nothing is sent. Each query sees what is stored when it runs; in a
    /// transaction at REPEATABLE READ they all see the same.</remarks>
    /// <exception cref="ArgumentException">The keys are a query, or an option is wrong by itself.</exception>
    /// <exception cref="BulkOperationException">A key cannot be converted to the property's type without loss, such as 2.9 for an <see langword="int" />; nothing was sent.</exception>
    /// <exception cref="InvalidOperationException"><typeparamref name="TKey" /> does not fit the key, <see cref="BulkReadOptions{T}.Match" /> is neither a key nor a unique index, the server is known not to have <c>JSON_TABLE</c> (MySQL before 8.0.4, MariaDB before 10.6), or the key cannot be sent in a list.</exception>
    /// <seealso cref="BulkReadAsync{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?, CancellationToken)" />
    public static List<TEntity?> BulkRead<TEntity, TKey>(this IQueryable<TEntity> query, IEnumerable<TKey> keys, BulkReadOptions<TEntity>? options = null)
        where TEntity : class
        => ReadCall.Read(query, keys, options);

    /// <inheritdoc cref="BulkRead{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?)" />
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <seealso cref="BulkRead{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?)" />
    public static Task<List<TEntity?>> BulkReadAsync<TEntity, TKey>(
        this IQueryable<TEntity> query, IEnumerable<TKey> keys, BulkReadOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        => ReadCall.ReadAsync(query, keys, options, cancellationToken);

    /// <summary>Reads entities by a stream of keys, in the order of the keys. Memory is bounded: 10,000 keys and their entities are held at a time, besides those that the context tracks.</summary>
    /// <inheritdoc cref="BulkRead{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?)" />
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static IAsyncEnumerable<TEntity?> BulkReadAsync<TEntity, TKey>(
        this IQueryable<TEntity> query, IAsyncEnumerable<TKey> keys, BulkReadOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        => ReadCall.ReadAsync(query, keys, options, cancellationToken);

    /// <summary>Reads the entities that exist by their keys, in the order of the keys, and skips keys that no row has.</summary>
    /// <typeparam name="TEntity">The entity type.</typeparam>
    /// <typeparam name="TKey">The key's type.</typeparam>
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <returns>The entities found: as many as there are keys that have a row.</returns>
    /// <inheritdoc cref="BulkRead{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?)" path="/remarks" />
    /// <inheritdoc cref="BulkRead{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?)" path="/exception" />
    /// <seealso cref="BulkReadFoundAsync{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?, CancellationToken)" />
    public static List<TEntity> BulkReadFound<TEntity, TKey>(this IQueryable<TEntity> query, IEnumerable<TKey> keys, BulkReadOptions<TEntity>? options = null)
        where TEntity : class
        => ReadCall.ReadFound(query, keys, options);

    /// <inheritdoc cref="BulkReadFound{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?)" />
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <seealso cref="BulkReadFound{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?)" />
    public static Task<List<TEntity>> BulkReadFoundAsync<TEntity, TKey>(
        this IQueryable<TEntity> query, IEnumerable<TKey> keys, BulkReadOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        => ReadCall.ReadFoundAsync(query, keys, options, cancellationToken);

    /// <summary>Reads the entities that exist by a stream of keys, in the order of the keys. Memory is bounded: 10,000 keys and their entities are held at a time, besides those that the context tracks.</summary>
    /// <inheritdoc cref="BulkReadFound{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?)" />
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="options">The options; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static IAsyncEnumerable<TEntity> BulkReadFoundAsync<TEntity, TKey>(
        this IQueryable<TEntity> query, IAsyncEnumerable<TKey> keys, BulkReadOptions<TEntity>? options = null, CancellationToken cancellationToken = default)
        where TEntity : class
        => ReadCall.ReadFoundAsync(query, keys, options, cancellationToken);

    /// <inheritdoc cref="BulkRead{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?)" />
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static List<TEntity?> BulkRead<TEntity, TKey>(
        this IQueryable<TEntity> query, IEnumerable<TKey> keys, Action<BulkReadOptions<TEntity>> configure)
        where TEntity : class
        => query.BulkRead(keys, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkReadAsync{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?, CancellationToken)" />
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<List<TEntity?>> BulkReadAsync<TEntity, TKey>(
        this IQueryable<TEntity> query, IEnumerable<TKey> keys, Action<BulkReadOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => query.BulkReadAsync(keys, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkReadAsync{TEntity, TKey}(IQueryable{TEntity}, IAsyncEnumerable{TKey}, BulkReadOptions{TEntity}?, CancellationToken)" />
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static IAsyncEnumerable<TEntity?> BulkReadAsync<TEntity, TKey>(
        this IQueryable<TEntity> query, IAsyncEnumerable<TKey> keys, Action<BulkReadOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => query.BulkReadAsync(keys, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkReadFound{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?)" />
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    public static List<TEntity> BulkReadFound<TEntity, TKey>(
        this IQueryable<TEntity> query, IEnumerable<TKey> keys, Action<BulkReadOptions<TEntity>> configure)
        where TEntity : class
        => query.BulkReadFound(keys, ConfiguredOptions.From(configure));

    /// <inheritdoc cref="BulkReadFoundAsync{TEntity, TKey}(IQueryable{TEntity}, IEnumerable{TKey}, BulkReadOptions{TEntity}?, CancellationToken)" />
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task<List<TEntity>> BulkReadFoundAsync<TEntity, TKey>(
        this IQueryable<TEntity> query, IEnumerable<TKey> keys, Action<BulkReadOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => query.BulkReadFoundAsync(keys, ConfiguredOptions.From(configure), cancellationToken);

    /// <inheritdoc cref="BulkReadFoundAsync{TEntity, TKey}(IQueryable{TEntity}, IAsyncEnumerable{TKey}, BulkReadOptions{TEntity}?, CancellationToken)" />
    /// <param name="query">A set, or a query: its filters, <c>Include</c>, <c>AsNoTracking</c> and <c>IgnoreQueryFilters</c> apply, and a row that it does not return is not found.</param>
    /// <param name="keys">The keys: scalars, or tuples in the order of the key's properties.</param>
    /// <param name="configure">Sets the options, as <c>o => o.BatchRows = 500</c>; all have defaults.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static IAsyncEnumerable<TEntity> BulkReadFoundAsync<TEntity, TKey>(
        this IQueryable<TEntity> query, IAsyncEnumerable<TKey> keys, Action<BulkReadOptions<TEntity>> configure, CancellationToken cancellationToken = default)
        where TEntity : class
        => query.BulkReadFoundAsync(keys, ConfiguredOptions.From(configure), cancellationToken);
}
