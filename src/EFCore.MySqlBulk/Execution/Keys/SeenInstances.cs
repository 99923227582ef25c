using EFCore.MySqlBulk.Graphs;
using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Keys;

/// <summary>The entities given so far to be inserted: an entity given twice would be stored twice, and hold the key of only one row.</summary>
internal sealed class SeenInstances(int rows) : IDisposable
{
    private readonly VisitedEntities _seen = new(rows);

    /// <exception cref="BulkOperationException">The entity was given before.</exception>
    public void Add(in BulkRow row)
    {
        int before = _seen.Add(row.Item, row.Index);
        if (before >= 0)
            throw Repeated(before, row.Index);
    }

    /// <summary>The exception for an entity that was given before.</summary>
    public static BulkOperationException Repeated(int first, int second)
        => new($"Rows {first} and {second} are the same instance, which would be stored twice. Give each entity once.") { RowIndex = second };

    /// <summary>Removes all of them.</summary>
    public void Clear() => _seen.Clear();

    public void Dispose() => _seen.Dispose();
}
