namespace EFCore.MySqlBulk.Reading;

/// <summary>An entity and the place of its key in the list.</summary>
internal sealed class FoundRow<TEntity>
{
    public TEntity Entity { get; set; } = default!;

    public long Place { get; set; }
}
