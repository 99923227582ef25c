using System.Collections.Concurrent;

namespace EFCore.MySqlBulk.Planning.Server;

/// <summary>What is known of many data sources or tables, in two generations: whatever was asked for or added since <paramref name="entries" /> others were added is still there, and at most twice as
/// many are kept. An application may have thousands of databases, one for each of its customers; none of them may take away what a running call of another relies on.</summary>
/// <param name="entries">Entries of one generation.</param>
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
