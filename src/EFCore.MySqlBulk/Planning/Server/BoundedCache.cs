using System.Collections.Concurrent;

namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>A cache in two generations: an entry stays at least until <paramref name="entries" /> others have been added after its last use, and at
/// most twice as many are kept. An application may have thousands of databases, one per tenant; they must not evict entries that a running call of
/// another relies on.</summary>
/// <param name="entries">The size of one generation.</param>
internal sealed class BoundedCache<TKey, TValue>(int entries)
    where TKey : notnull
    where TValue : class
{
    private readonly object _change = new();
    private volatile ConcurrentDictionary<TKey, TValue> _young = new();
    private volatile ConcurrentDictionary<TKey, TValue> _old = new();

    /// <returns>The value; <see langword="null" /> if it is not known.</returns>
    public TValue? Find(TKey key)
    {
        if (_young.TryGetValue(key, out TValue? value))
            return value;
        lock (_change)
        {
            if (!_young.TryGetValue(key, out value) && _old.TryGetValue(key, out value))
                Add(key, value);
            return value;
        }
    }

    public void Set(TKey key, TValue value)
    {
        lock (_change)
            Add(key, value);
    }

    public void Remove(TKey key)
    {
        lock (_change)
        {
            _young.TryRemove(key, out _);
            _old.TryRemove(key, out _);
        }
    }

    private void Add(TKey key, TValue value)
    {
        _young[key] = value;
        if (_young.Count <= entries)
            return;
        _old = _young;
        _young = new();
    }
}
