using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Planning;
using EFCore.MySqlBulk.Session;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;
using KeyComparer = EFCore.MySqlBulk.Mapping.KeyComparer;

namespace EFCore.MySqlBulk.Reading;

/// <summary>Reads the entities of a query that have the keys given. The server says which place of the list a row belongs to, so that it alone decides which texts are equal.</summary>
internal sealed class KeyedRead<TEntity, TKey>
    where TEntity : class
{
    private readonly DbContext _context;
    private readonly IQueryable<TEntity> _query;
    private readonly ParameterExpression _entity = Expression.Parameter(typeof(TEntity), "e");
    private readonly IReadOnlyList<ListColumn> _columns;
    private readonly ListWriter<TKey> _writer;
    private readonly SameEntities<TEntity>? _same;
    private readonly int _batchRows;
    private readonly bool _leavesOut;
    private readonly bool _hasCollections;

    public KeyedRead(IQueryable<TEntity> query, QuerySource source, BulkReadOptions<TEntity>? options)
    {
        IReadOnlyList<IProperty> properties = options?.Key is { } selection
            ? KeyProperties.Selected(source.EntityType, selection)
            : KeyProperties.Primary(source.EntityType, "BulkRead");
        if (options?.BatchRows is < 1)
            throw new ArgumentException($"BulkReadOptions.BatchRows is {options.BatchRows}; it must be 1 or more.", nameof(options));
        _context = source.Context;
        _query = options?.Tracking is { } tracking ? query.AsTracking(tracking) : query;
        _hasCollections = IncludedCollections.MayBeIn(query.Expression, source.EntityType);
        _columns = ListColumn.Of(properties, _entity);
        _writer = ListWriter<TKey>.Of(properties);
        _same = _writer.HasText ? SameEntities<TEntity>.By(properties, _writer.Parts) : null;
        _batchRows = options?.BatchRows ?? int.MaxValue;
        _leavesOut = options?.Missing is BulkReadMissing.LeftOut;
    }

    /// <summary>Reads the entities of a list of keys.</summary>
    /// <param name="keys">The keys.</param>
    /// <param name="firstIndex">The index of the first one, for messages.</param>
    /// <param name="io">The mode.</param>
    /// <param name="token">Cancels.</param>
    public async ValueTask<List<TEntity?>> ReadAsync(IReadOnlyList<TKey> keys, int firstIndex, IOBehavior io, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        SortedKeys<TKey> sorted = new(keys, _writer, firstIndex);
        TEntity?[] found = new TEntity?[keys.Count];
        JsonSink sink = ListFilter.Sink(_writer.Parts);
        List<Range> places = [];
        for (int next = 0; next < sorted.Count;)
        {
            next = Fill(sink, places, keys, sorted, next);
            foreach (FoundRow<TEntity> row in await FindAsync(ListFilter.Rows(_context, _writer.Parts, sink, withPlace: true), io, token).ConfigureAwait(false))
            {
                TEntity entity = _same?.FirstOf(row.Item) ?? row.Item;
                foreach (int index in sorted.Indexes(places[(int)row.Place - 1]))
                    found[index] = entity;
            }
        }

        return _leavesOut ? [.. found.Where(entity => entity is not null)] : [.. found];
    }

    private async ValueTask<List<FoundRow<TEntity>>> FindAsync(IQueryable<ListRow> rows, IOBehavior io, CancellationToken token)
    {
        if (!_hasCollections)
            return await ListFilter.Join(_query, _entity, _columns, rows).ToListAsync(io, token).ConfigureAwait(false);
        List<FoundRow<object?[]>> keys = await ListFilter.JoinKeys(_query, _entity, _columns, rows).ToListAsync(io, token).ConfigureAwait(false);
        Dictionary<object, TEntity> entities = new(KeyComparer.Instance);
        foreach (KeyedEntity<TEntity> keyed in await ListFilter.WithKeys(_query, _entity, _columns, rows).ToListAsync(io, token).ConfigureAwait(false))
            entities[Sent(keyed.Key)] = keyed.Entity;
        return [.. keys.Where(row => entities.ContainsKey(Sent(row.Item))).Select(row => new FoundRow<TEntity> { Item = entities[Sent(row.Item)], Place = row.Place })];
    }

    // A value of a converted type need not be comparable.
    private object?[] Sent(object?[] key) => [.. key.Select((value, i) => _writer.Parts[i].ToProvider(value))];

    /// <summary>Reads the entities of a stream of keys, some thousand at a time.</summary>
    public async IAsyncEnumerable<TEntity?> ReadAsync(IAsyncEnumerable<TKey> keys, [EnumeratorCancellation] CancellationToken token)
    {
        List<TKey> window = new(Thresholds.ReadWindow);
        int firstIndex = 0;
        await foreach (TKey key in keys.WithCancellation(token).ConfigureAwait(false))
        {
            window.Add(key);
            if (window.Count < Thresholds.ReadWindow)
                continue;
            foreach (TEntity? entity in await ReadAsync(window, firstIndex, IOBehavior.Asynchronous, token).ConfigureAwait(false))
                yield return entity;
            firstIndex += window.Count;
            window.Clear();
            _same?.Clear();
        }

        foreach (TEntity? entity in await ReadAsync(window, firstIndex, IOBehavior.Asynchronous, token).ConfigureAwait(false))
            yield return entity;
    }

    private int Fill(JsonSink sink, List<Range> places, IReadOnlyList<TKey> keys, SortedKeys<TKey> sorted, int next)
    {
        sink.Clear();
        places.Clear();
        while (next < sorted.Count && (places.Count == 0 || (places.Count < _batchRows && sink.ByteCount < Thresholds.ReadBytes)))
        {
            Range equal = sorted.EqualTo(next);
            _writer.Write(sink, keys[sorted[next]]);
            places.Add(equal);
            next = equal.End.Value;
        }

        return next;
    }
}
