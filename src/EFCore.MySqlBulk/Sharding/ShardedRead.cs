using System.Runtime.CompilerServices;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace EFCore.MySqlBulk.Sharding;

/// <summary>Reads entities by their keys, from all shards at once.</summary>
internal sealed class ShardedRead<TContext, TShard, TEntity, TKey>(ShardSet<TContext, TShard> set, BulkReadOptions<TEntity>? options, IOBehavior io)
    where TContext : DbContext
    where TShard : notnull
    where TEntity : class
{
    private const int WindowKeys = 10_000;

    /// <summary>The entity of each key, in the order of the keys.</summary>
    public async ValueTask<List<TEntity?>> ReadAsync(IReadOnlyList<TKey> keys, int first, CancellationToken token)
    {
        using ShardSet<TContext, TShard>.Use use = set.Begin();
        TEntity?[] found = new TEntity?[keys.Count];
        await ShardWork.AllAsync(io, Split(keys, first), ReadAsync, token).ConfigureAwait(false);
        return [.. found];

        async Task ReadAsync(Part part, CancellationToken stop)
        {
            List<TEntity?> entities = io.IsSynchronous()
                ? part.Query.BulkRead(part.Keys, options)
                : await part.Query.BulkReadAsync(part.Keys, options, stop).ConfigureAwait(false);
            for (int i = 0; i < entities.Count; i++)
                found[part.Indexes[i]] = entities[i];
        }
    }

    /// <summary>The same for a stream of keys, some thousands at a time.</summary>
    public async IAsyncEnumerable<TEntity?> ReadAsync(IAsyncEnumerable<TKey> keys, [EnumeratorCancellation] CancellationToken token)
    {
        List<TKey> window = new(WindowKeys);
        int first = 0;
        await foreach (TKey key in keys.WithCancellation(token).ConfigureAwait(false))
        {
            window.Add(key);
            if (window.Count < WindowKeys)
                continue;
            foreach (TEntity? entity in await ReadAsync(window, first, token).ConfigureAwait(false))
                yield return entity;
            first += window.Count;
            window.Clear();
        }

        foreach (TEntity? entity in await ReadAsync(window, first, token).ConfigureAwait(false))
            yield return entity;
    }

    // Nothing has a key that is null.
    private List<Part> Split(IReadOnlyList<TKey> keys, int first)
    {
        ShardRouter<TShard> router = new(set.ShardOfKey(typeof(TEntity), typeof(TKey)));
        Dictionary<TShard, Part> parts = [];
        for (int i = 0; i < keys.Count; i++)
        {
            if (keys[i] is not { } key)
                continue;
            TShard shard = router.ShardOf(key, first + i);
            if (!parts.TryGetValue(shard, out Part? part))
                parts[shard] = part = new(QueryOf(shard), [], []);
            part.Keys.Add(key);
            part.Indexes.Add(i);
        }

        return [.. parts.Values];
    }

    // The context tracks entities as rows of the table that its model names.
    private IQueryable<TEntity> QueryOf(TShard shard)
    {
        TContext context = set.ContextOf(shard);
        if (set.TableOf(typeof(TEntity), shard) is not { } table)
            return context.Set<TEntity>();
        string name = context.GetService<ISqlGenerationHelper>().DelimitIdentifier(table, context.Set<TEntity>().EntityType.GetSchema());
        // Braces are places of parameters.
        string text = "SELECT * FROM " + name.Replace("{", "{{", StringComparison.Ordinal).Replace("}", "}}", StringComparison.Ordinal);
        return context.Set<TEntity>().FromSqlRaw(text).AsNoTracking();
    }

    private sealed record Part(IQueryable<TEntity> Query, List<TKey> Keys, List<int> Indexes);
}
