using EFCore.MySqlBulk.Mapping.Keys;
using EFCore.MySqlBulk.Session.IO;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata;

namespace EFCore.MySqlBulk.Reading;

/// <summary>The primary keys that entities have now, to read what is stored under them later.</summary>
internal abstract class StoredKeys<TEntity>
    where TEntity : class
{
    /// <param name="context">The context.</param>
    /// <param name="entityType">The entity type.</param>
    /// <param name="entities">The entities.</param>
    public static StoredKeys<TEntity> Of(DbContext context, IEntityType entityType, IReadOnlyList<TEntity> entities)
    {
        IReadOnlyList<IProperty> key = entityType.FindPrimaryKey()!.Properties;
        Type type = key is [var only] ? only.ClrType : BareKeys.TupleOf([.. key.Select(property => property.ClrType)]);
        return (StoredKeys<TEntity>)Activator.CreateInstance(typeof(Typed<>).MakeGenericType(typeof(TEntity), type), context, entityType, key, entities)!;
    }

    /// <summary>Reads the entities, whatever the query filters are; <see langword="null" /> for one that is not stored.</summary>
    public abstract ValueTask<List<TEntity?>> ReadAsync(IOBehavior io);

    private sealed class Typed<TKey>(DbContext context, IEntityType entityType, IReadOnlyList<IProperty> key, IReadOnlyList<TEntity> entities) : StoredKeys<TEntity>
    {
        private readonly TKey[] _keys = [.. entities.Select(entity => (TKey)BareKeys.Of(typeof(TKey), ValuesOf(entity, key)))];

        public override ValueTask<List<TEntity?>> ReadAsync(IOBehavior io)
        {
            IQueryable<TEntity> set = context.Set<TEntity>().IgnoreQueryFilters().AsNoTracking();
            return new KeyedRead<TEntity, TKey>(set, new(context, entityType), new() { Pipelining = BulkPipelining.Never }).ReadAsync(_keys, 0, io, CancellationToken.None);
        }

        private static object ValuesOf(TEntity entity, IReadOnlyList<IProperty> key)
        {
            object[] values = [.. key.Select(property => property.GetGetter().GetClrValue(entity)!)];
            return values is [var only] ? only : values;
        }
    }
}
