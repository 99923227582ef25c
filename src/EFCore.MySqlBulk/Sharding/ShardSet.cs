using System.Globalization;
using System.Transactions;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>The contexts of the shards that have been used, and the functions that give rows and keys their shards. One call uses it at a time.</summary>
/// <param name="owner">The public object.</param>
/// <param name="create">Makes a shard's context.</param>
internal sealed class ShardSet<TContext, TShard>(object owner, Func<TShard, TContext> create)
    where TContext : DbContext
    where TShard : notnull
{
    private readonly Dictionary<TShard, TContext> _contexts = [];
    private readonly Dictionary<Type, Func<object, TShard>> _rows = [];
    private readonly Dictionary<Type, Func<TShard, string>> _tables = [];
    private readonly Dictionary<(Type Entity, Type Key), Func<object, TShard>> _keys = [];
    private TShard? _decidedBy;
    private bool _isAtomic;
    private TContext? _decisions;
    private int _isBusy;
    private bool _isDisposed;

    /// <summary>The shards whose contexts are open, in the order in which they were first used.</summary>
    public IReadOnlyDictionary<TShard, TContext> Open => _contexts;

    public void Map(Type entity, Func<object, TShard> shardOf, Func<TShard, string>? tableOf)
    {
        _rows[entity] = shardOf;
        if (tableOf is not null)
            _tables[entity] = tableOf;
        else
            _tables.Remove(entity);
    }

    /// <summary>Whether calls commit all shards or none.</summary>
    public bool IsAtomic => _isAtomic;

    /// <summary>Names the shard whose server records the decisions.</summary>
    public void DecideBy(TShard shard) => (_decidedBy, _isAtomic) = (shard, true);

    /// <summary>A context on the server of the decisions, beside the one that carries the rows of its shard.</summary>
    public TContext Decisions()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, owner);
        if (!_isAtomic)
            throw new InvalidOperationException("Unfinished calls are found by the table of their decisions, and these shards have none. Call Atomic(shard).");
        return _decisions ??= Create(_decidedBy!);
    }

    public void MapKey(Type entity, Type key, Func<object, TShard> shardOf) => _keys[(entity, key)] = shardOf;

    /// <summary>The context of a shard, which is made at its first use.</summary>
    public TContext ContextOf(TShard shard)
    {
        ObjectDisposedException.ThrowIf(_isDisposed, owner);
        if (_contexts.TryGetValue(shard, out TContext? known))
            return known;
        TContext context = Create(shard);
        if (ReferenceEquals(context, _decisions))
            throw new InvalidOperationException($"The function that makes the context of a shard returned the same context twice for shard '{NameOf(shard)}', which also records the decisions. Make a new one each time.");
        if (_contexts.FirstOrDefault(each => ReferenceEquals(each.Value, context)) is { Value: not null } other)
            throw new InvalidOperationException($"The function that makes the context of a shard returned the same context for the shards '{NameOf(other.Key)}' and '{NameOf(shard)}', which are written at the same time. Make a new one for each shard.");
        return _contexts[shard] = context;
    }

    /// <summary>The function that gives a row of an entity type its shard.</summary>
    public Func<object, TShard> ShardOfRow(Type entity)
    {
        for (Type? type = entity; type is not null; type = type.BaseType)
        {
            if (_rows.TryGetValue(type, out Func<object, TShard>? shardOf))
                return shardOf;
        }

        throw new InvalidOperationException($"It is not known to which shard a row of '{entity.Name}' belongs. Call Map<{entity.Name}>(row => …) before.");
    }

    /// <summary>The function that gives a key of an entity type its shard.</summary>
    public Func<object, TShard> ShardOfKey(Type entity, Type key)
        => _keys.GetValueOrDefault((entity, key))
            ?? throw new InvalidOperationException($"It is not known to which shard a key '{key.Name}' of '{entity.Name}' belongs. Call MapKey<{entity.Name}, {key.Name}>(key => …) before.");

    /// <summary>The table of an entity type in a shard; <see langword="null" /> for the one that the context's model names.</summary>
    public string? TableOf(Type entity, TShard shard)
    {
        for (Type? type = entity; type is not null; type = type.BaseType)
        {
            if (_tables.TryGetValue(type, out Func<TShard, string>? tableOf))
                return tableOf(shard) ?? throw new InvalidOperationException($"The function that gives '{entity.Name}' its table returned null for shard '{NameOf(shard)}'.");
        }

        return null;
    }

    /// <summary>Begins a call, which ends when the result is disposed.</summary>
    /// <exception cref="InvalidOperationException">Another call has not ended, or there is an ambient transaction.</exception>
    public Use Begin()
    {
        ObjectDisposedException.ThrowIf(_isDisposed, owner);
        if (Transaction.Current is not null)
            throw new InvalidOperationException("Shards cannot share the ambient transaction (TransactionScope), because each has a connection of its own. Call them outside of it, or in a scope with TransactionScopeOption.Suppress.");
        return Interlocked.Exchange(ref _isBusy, 1) == 0 ? new(this)
            : throw new InvalidOperationException("Another call of these shards has not ended. Await it first, or use a BulkShards for each.");
    }

    public static string NameOf(object shard) => Convert.ToString(shard, CultureInfo.InvariantCulture)!;

    public void Dispose()
    {
        foreach (TContext context in Leave())
            context.Dispose();
    }

    public async ValueTask DisposeAsync()
    {
        foreach (TContext context in Leave())
            await context.DisposeAsync().ConfigureAwait(false);
    }

    private TContext[] Leave()
    {
        _isDisposed = true;
        TContext[] contexts = _decisions is null ? [.. _contexts.Values] : [.. _contexts.Values, _decisions];
        _contexts.Clear();
        _decisions = null;
        return contexts;
    }

    private TContext Create(TShard shard)
        => create(shard) ?? throw new InvalidOperationException($"The function that makes the context of a shard returned null for shard '{NameOf(shard)}'.");

    /// <summary>A call.</summary>
    public readonly struct Use(ShardSet<TContext, TShard> set) : IDisposable
    {
        public void Dispose() => Interlocked.Exchange(ref set._isBusy, 0);
    }
}
