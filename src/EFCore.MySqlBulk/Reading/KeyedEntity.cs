namespace EFCore.MySqlBulk.Reading;

/// <summary>An entity and the key values by which it was requested.</summary>
internal sealed class KeyedEntity<TEntity>
{
    public TEntity Entity { get; set; } = default!;

    public object?[] Key { get; set; } = [];
}
