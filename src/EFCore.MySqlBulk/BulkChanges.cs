namespace EFCore.MySqlBulk;

/// <summary>What a <c>BulkSynchronize</c> has changed, for <see cref="BulkSynchronizeOptions{T}.Changes" />.</summary>
/// <typeparam name="T">The entity type.</typeparam>
public sealed class BulkChanges<T>
    where T : class
{
    internal BulkChanges(IEnumerable<object> inserted, IEnumerable<object> updated, IReadOnlyList<IReadOnlyList<object>> orphans)
    {
        Inserted = [.. inserted.OfType<T>()];
        Updated = [.. updated.OfType<T>()];
        Orphans = orphans;
    }

    /// <summary>The given entities whose rows were inserted, in the order given.</summary>
    public IReadOnlyList<T> Inserted { get; }

    /// <summary>The given entities whose rows were updated, because they differed from the stored ones, in the order given.</summary>
    public IReadOnlyList<T> Updated { get; }

    /// <summary>The primary keys of the orphans that were deleted or updated, in no particular order: one value for each key property, in the model's order, as <c>Find</c> takes them. With
    /// <see cref="Orphans{T}.Update(System.Linq.Expressions.Expression{Func{T, T}})" /> an orphan that has the new values already is among them; with <see cref="Orphans{T}.Keep" /> there are none.</summary>
    public IReadOnlyList<IReadOnlyList<object>> Orphans { get; }
}
