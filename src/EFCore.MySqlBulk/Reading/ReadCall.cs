using System.Linq.Expressions;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.Session.IO;

namespace EFCore.MySqlBulk.Reading;

/// <summary>The entry point of the public methods that read: checks the arguments, and builds or runs the query.</summary>
internal static class ReadCall
{
    public static List<TEntity?> Read<TEntity, TKey>(IQueryable<TEntity> query, IEnumerable<TKey> keys, BulkReadOptions<TEntity>? options)
        where TEntity : class
    {
        IReadOnlyList<TKey> given = Listed(keys, "BulkRead");
        return Of<TEntity, TKey>(query, options).ReadAsync(given, 0, IOBehavior.Synchronous, default).Completed();
    }

    public static Task<List<TEntity?>> ReadAsync<TEntity, TKey>(IQueryable<TEntity> query, IEnumerable<TKey> keys, BulkReadOptions<TEntity>? options, CancellationToken token)
        where TEntity : class
    {
        IReadOnlyList<TKey> given = Listed(keys, "BulkRead");
        return Of<TEntity, TKey>(query, options).ReadAsync(given, 0, IOBehavior.Asynchronous, token).AsTask();
    }

    public static IAsyncEnumerable<TEntity?> ReadAsync<TEntity, TKey>(IQueryable<TEntity> query, IAsyncEnumerable<TKey> keys, BulkReadOptions<TEntity>? options, CancellationToken token)
        where TEntity : class
    {
        ArgumentNullException.ThrowIfNull(keys);
        return Of<TEntity, TKey>(query, options).ReadAsync(keys, token);
    }

    public static List<TEntity> ReadFound<TEntity, TKey>(IQueryable<TEntity> query, IEnumerable<TKey> keys, BulkReadOptions<TEntity>? options)
        where TEntity : class
    {
        IReadOnlyList<TKey> given = Listed(keys, "BulkReadFound");
        return Of<TEntity, TKey>(query, options).ReadFoundAsync(given, IOBehavior.Synchronous, default).Completed();
    }

    public static Task<List<TEntity>> ReadFoundAsync<TEntity, TKey>(IQueryable<TEntity> query, IEnumerable<TKey> keys, BulkReadOptions<TEntity>? options, CancellationToken token)
        where TEntity : class
    {
        IReadOnlyList<TKey> given = Listed(keys, "BulkReadFound");
        return Of<TEntity, TKey>(query, options).ReadFoundAsync(given, IOBehavior.Asynchronous, token).AsTask();
    }

    public static IAsyncEnumerable<TEntity> ReadFoundAsync<TEntity, TKey>(IQueryable<TEntity> query, IAsyncEnumerable<TKey> keys, BulkReadOptions<TEntity>? options, CancellationToken token)
        where TEntity : class
    {
        ArgumentNullException.ThrowIfNull(keys);
        return Of<TEntity, TKey>(query, options).ReadFoundAsync(keys, token);
    }

    public static IQueryable<TEntity> WhereKeys<TEntity, TKey>(IQueryable<TEntity> query, IEnumerable<TKey> keys)
        where TEntity : class
    {
        QuerySource source = SourceOf(query, "WhereKeys");
        ParameterExpression entity = Expression.Parameter(typeof(TEntity), "e");
        IReadOnlyList<ListColumn> columns = ListColumn.Of(KeyProperties.Primary(source.EntityType, "WhereKeys"), entity);
        return ListFilter.Where(source.Context, query, entity, columns, RowsOf(source, columns, Listed(keys, "WhereKeys"), out _));
    }

    public static IQueryable<TEntity> WhereIn<TEntity, TValue>(IQueryable<TEntity> query, Expression<Func<TEntity, TValue>> property, IEnumerable<TValue> values)
        where TEntity : class
    {
        ArgumentNullException.ThrowIfNull(property);
        QuerySource source = SourceOf(query, "WhereIn");
        ListColumn column = ListColumn.Of(source.EntityType, property);
        IReadOnlyList<TValue> given = Listed(values, "WhereIn");
        IQueryable<ListRow> rows = RowsOf(source, [column], given, out bool hasNull);
        // For a comparison with a subquery or with NULL, the server reads the whole table; for a list in the statement it uses the index.
        return hasNull && column.Property.IsNullable
            ? query.Where(ListFilter.Contains(given, property))
            : ListFilter.Where(source.Context, query, property.Parameters[0], [column], rows);
    }

    private static IQueryable<ListRow> RowsOf<TKey>(QuerySource source, IReadOnlyList<ListColumn> columns, IReadOnlyList<TKey> keys, out bool hasNull)
    {
        ListWriter<TKey> writer = ListWriter<TKey>.Of([.. columns.Select(column => column.Property)]);
        JsonSink sink = ListFilter.Sink(writer.Parts);
        hasNull = false;
        for (int i = 0; i < keys.Count; i++)
        {
            if (writer.IsNull(keys[i]))
            {
                hasNull = true;
                continue;
            }

            writer.Check(keys[i], i);
            writer.Write(sink, keys[i]);
        }

        return ListFilter.Rows(source.Context, writer.Parts, sink.Finish(), withPlace: false);
    }

    private static KeyedRead<TEntity, TKey> Of<TEntity, TKey>(IQueryable<TEntity> query, BulkReadOptions<TEntity>? options)
        where TEntity : class
        => new(query, SourceOf(query, "BulkRead"), options);

    private static QuerySource SourceOf<TEntity>(IQueryable<TEntity> query, string call)
        where TEntity : class
    {
        QuerySource source = QuerySource.Of(query, call);
        AcceptedProvider.Check(source.Context, ContextDefaults.Of(source.Context));
        JsonTableSupport.Check(source.Context, call);
        return source;
    }

    private static IReadOnlyList<TKey> Listed<TKey>(IEnumerable<TKey> keys, string call)
    {
        ArgumentNullException.ThrowIfNull(keys);
        return keys is IQueryable
            ? throw new ArgumentException($"The keys given to {call} are a query. Use Where(x => query.Contains(x.Id)), which runs on the server, or load them first with ToListAsync.", nameof(keys))
            : keys as IReadOnlyList<TKey> ?? [.. keys];
    }
}
