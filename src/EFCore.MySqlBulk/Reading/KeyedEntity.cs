namespace EFCore.MySqlBulk.Reading;

/// <summary>An entity and the values of the properties that it was asked for by.</summary>
internal sealed class KeyedEntity<TEntity>
{
    public TEntity Entity { get; set; } = default!;

    public object?[] Key { get; set; } = [];
}
