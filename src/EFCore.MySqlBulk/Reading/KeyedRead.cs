using System.Data;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Diagnostics;
using EFCore.MySqlBulk.Encoding;
using EFCore.MySqlBulk.Execution;
using EFCore.MySqlBulk.OwnConnection;
using EFCore.MySqlBulk.Planning.Selection;
using EFCore.MySqlBulk.Session.Driver;
using EFCore.MySqlBulk.Session.IO;
using EFCore.MySqlBulk.Session.Settings;
using EFCore.MySqlBulk.Session.Transactions;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using KeyComparer = EFCore.MySqlBulk.Mapping.Keys.KeyComparer;

namespace EFCore.MySqlBulk.Reading;

/// <summary>Reads the entities of a query that have the keys given. The server returns the list position with each row, so that only its collation decides which texts are equal.</summary>
internal sealed class KeyedRead<TEntity, TKey>
    where TEntity : class
{
    private readonly DbContext _context;
    private readonly IEntityType _entityType;
    private readonly BulkPipelining _pipelining;
    private readonly IQueryable<TEntity> _query;
    private readonly ParameterExpression _entity = Expression.Parameter(typeof(TEntity), "e");
    private readonly IReadOnlyList<ListColumn> _columns;
    private readonly ListWriter<TKey> _writer;
    private readonly SameEntities<TEntity>? _same;
    private readonly int _batchRows;
    private readonly bool _hasCollections;

    public KeyedRead(IQueryable<TEntity> query, QuerySource source, BulkReadOptions<TEntity>? options)
    {
        IReadOnlyList<IProperty> properties = options?.Match is { } selection
            ? KeyProperties.Selected(source.EntityType, selection)
            : KeyProperties.Primary(source.EntityType, "BulkRead");
        if (options?.BatchRows is < 1)
            throw new ArgumentException($"BulkReadOptions.BatchRows is {options.BatchRows}; it must be 1 or more.", nameof(options));
        _context = source.Context;
        _entityType = source.EntityType;
        _pipelining = options?.Pipelining ?? (ContextDefaults.Of(_context).Pipelining is BulkPipelining.Never ? BulkPipelining.Never : BulkPipelining.Auto);
        _query = options?.Tracking is { } tracking ? query.AsTracking(tracking) : query;
        _hasCollections = IncludedCollections.MayBeIn(query.Expression, source.EntityType);
        _columns = ListColumn.Of(properties, _entity);
        _writer = ListWriter<TKey>.Of(properties);
        _same = _writer.HasText ? SameEntities<TEntity>.By(properties, _writer.Parts) : null;
        _batchRows = options?.BatchRows ?? int.MaxValue;
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
        if (sorted.Count > 0 && !await TryReadPipelinedAsync(keys, sorted, Take, io, token).ConfigureAwait(false))
        {
            foreach (KeyBatch batch in Batches(keys, sorted))
            {
                foreach (FoundRow<TEntity> row in await FindAsync(RowsOf(batch.List), io, token).ConfigureAwait(false))
                    Take(row, batch);
            }
        }

        return [.. found];

        void Take(FoundRow<TEntity> row, KeyBatch batch)
        {
            TEntity entity = _same?.FirstOf(row.Item) ?? row.Item;
            foreach (int index in sorted.Indexes(batch.Places[(int)row.Place - 1]))
                found[index] = entity;
        }
    }

    /// <summary>Reads the entities that exist for a list of keys.</summary>
    public async ValueTask<List<TEntity>> ReadFoundAsync(IReadOnlyList<TKey> keys, IOBehavior io, CancellationToken token)
        => [.. (await ReadAsync(keys, 0, io, token).ConfigureAwait(false)).OfType<TEntity>()];

    // Queries that cannot be pipelined, or fail, are run by EF Core, whose errors the caller knows.
    private async ValueTask<bool> TryReadPipelinedAsync(IReadOnlyList<TKey> keys, SortedKeys<TKey> sorted, Action<FoundRow<TEntity>, KeyBatch> take, IOBehavior io, CancellationToken token)
    {
        PipelinedRead<TEntity> read = new(_context, _entityType, _pipelining == BulkPipelining.Always);
        string? obstacle = _pipelining == BulkPipelining.Never ? "BulkReadOptions.Pipelining is Never"
            : sorted.Count < Thresholds.PipelinedReads && _pipelining == BulkPipelining.Auto ? "fewer than 2,000 keys"
            : _hasCollections ? "the query includes collections"
            : read.Obstacle;
        try
        {
            obstacle ??= await read.ReadAsync(list => ListFilter.Join(_query, _entity, _columns, RowsOf(list)), Batches(keys, sorted), take, io, token).ConfigureAwait(false);
        }
        catch (ConnectionUnavailableException exception) when (_pipelining == BulkPipelining.Always && exception.Broken is { } broken)
        {
            throw DriverFailure.Report($"Queries could not be pipelined: {exception.Message}.", broken);
        }
        catch (ConnectionUnavailableException exception)
        {
            obstacle = exception.Message;
        }
        catch (UnreadableRowException)
        {
            obstacle = "only the driver knows how to read a column of the query";
        }
        catch (Exception exception) when (!token.IsCancellationRequested)
        {
            Log.ReadAgain(ContextLog.Of(_context), _entityType.DisplayName(), ServerError.Problem(exception));
            return false;
        }

        if (obstacle is not null && _pipelining == BulkPipelining.Always)
            throw new InvalidOperationException($"BulkReadOptions.Pipelining = Always is not possible: {obstacle}.");
        Log.ReadWayChosen(ContextLog.Of(_context), _entityType.DisplayName(), obstacle is null ? "pipelined" : "by EF Core", obstacle ?? (_pipelining == BulkPipelining.Auto ? "2,000 keys or more" : "it was requested"));
        return obstacle is null;
    }

    private IQueryable<ListRow> RowsOf(string list) => ListFilter.Rows(_context, _writer.Parts, list, withPlace: true);

    private IEnumerable<KeyBatch> Batches(IReadOnlyList<TKey> keys, SortedKeys<TKey> sorted)
    {
        JsonSink sink = ListFilter.Sink(_writer.Parts);
        for (int next = 0; next < sorted.Count;)
        {
            List<Range> places = [];
            next = Fill(sink, places, keys, sorted, next);
            yield return new(sink.Finish(), places);
        }
    }

    // Outside a transaction it does not matter which server of a list answers.
    private async ValueTask<List<FoundRow<TEntity>>> FindAsync(IQueryable<ListRow> rows, IOBehavior io, CancellationToken token)
    {
        DatabaseFacade database = _context.Database;
        bool isFree = TransactionKinds.Of(database) is TransactionKind.Own or TransactionKind.None;
        bool wasOpen = database.GetDbConnection().State == ConnectionState.Open;
        Failover? failover = null;
        for (int tries = 1; ; tries++)
        {
            try
            {
                return await QueryAsync(rows, io, token).ConfigureAwait(false);
            }
            catch (Exception exception) when (!token.IsCancellationRequested && DriverFailure.Find(exception) is not null)
            {
                Exception driver = DriverFailure.Find(exception)!;
                BulkOperationException failure = DriverFailure.Report($"The query for the rows of the keys failed: {driver.Message}", driver);
                if (!isFree)
                    throw failure;
                failover ??= Failover.Of(_context, database.CreateExecutionStrategy().RetriesOnFailure);
                if (!Retry.IsOfTheServer(failure, wasOpen, failover, tries))
                    throw failure;
                await Retry.WaitAsync(failure, _context, tries, io).ConfigureAwait(false);
            }
        }
    }

    private async ValueTask<List<FoundRow<TEntity>>> QueryAsync(IQueryable<ListRow> rows, IOBehavior io, CancellationToken token)
    {
        if (!_hasCollections)
            return await ListFilter.Join(_query, _entity, _columns, rows).ToListAsync(io, token).ConfigureAwait(false);
        List<FoundRow<object?[]>> keys = await ListFilter.JoinKeys(_query, _entity, _columns, rows).ToListAsync(io, token).ConfigureAwait(false);
        Dictionary<object, TEntity> entities = new(KeyComparer.Instance);
        foreach (KeyedEntity<TEntity> keyed in await ListFilter.WithKeys(_query, _entity, _columns, rows).ToListAsync(io, token).ConfigureAwait(false))
            entities[Sent(keyed.Key)] = keyed.Entity;
        return [.. keys.Where(row => entities.ContainsKey(Sent(row.Item))).Select(row => new FoundRow<TEntity> { Item = entities[Sent(row.Item)], Place = row.Place })];
    }

    // Values with a converter need not be comparable.
    private object?[] Sent(object?[] key) => [.. key.Select((value, i) => _writer.Parts[i].ToProvider(value))];

    /// <summary>Reads the entities of a stream of keys, several thousand at a time.</summary>
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

    /// <summary>Reads the entities that exist for a stream of keys.</summary>
    public async IAsyncEnumerable<TEntity> ReadFoundAsync(IAsyncEnumerable<TKey> keys, [EnumeratorCancellation] CancellationToken token)
    {
        await foreach (TEntity? entity in ReadAsync(keys, token).ConfigureAwait(false))
        {
            if (entity is not null)
                yield return entity;
        }
    }

    private int Fill(JsonSink sink, List<Range> places, IReadOnlyList<TKey> keys, SortedKeys<TKey> sorted, int next)
    {
        sink.Clear();
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
