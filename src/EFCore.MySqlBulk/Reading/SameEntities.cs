using EFCore.MySqlBulk.Mapping.Values;
using Microsoft.EntityFrameworkCore.Metadata;
using KeyComparer = EFCore.MySqlBulk.Mapping.Keys.KeyComparer;

namespace EFCore.MySqlBulk.Reading;

/// <summary>Two keys that are equal by collation find the same row twice: both get the first instance.</summary>
internal sealed class SameEntities<TEntity>
    where TEntity : class
{
    private readonly Dictionary<object, TEntity> _first = new(KeyComparer.Instance);
    private readonly IReadOnlyList<IProperty> _properties;
    private readonly IReadOnlyList<ValueMap> _parts;

    private SameEntities(IReadOnlyList<IProperty> properties, IReadOnlyList<ValueMap> parts)
    {
        _properties = properties;
        _parts = parts;
    }

    /// <summary>Compares entities by their key values; <see langword="null" /> if the key has a shadow property.</summary>
    public static SameEntities<TEntity>? By(IReadOnlyList<IProperty> properties, IReadOnlyList<ValueMap> parts)
        => properties.Any(property => property.IsShadowProperty()) ? null : new(properties, parts);

    public TEntity FirstOf(TEntity entity)
    {
        object?[] key = [.. _properties.Select((property, i) => _parts[i].ToProvider(property.GetGetter().GetClrValue(entity)))];
        return _first.TryAdd(key, entity) ? entity : _first[key];
    }

    public void Clear() => _first.Clear();
}
