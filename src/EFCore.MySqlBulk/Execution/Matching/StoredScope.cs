using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>The stored rows in the scope of <c>BulkSynchronize</c>, and the orphans among them.</summary>
internal abstract class StoredScope
{
    /// <summary>The orphans.</summary>
    public abstract OrphanKeys Orphans { get; }

    /// <summary>Whether given rows are compared with the scope's rows; otherwise they are looked up.</summary>
    public virtual bool Compares => false;

    /// <summary>Whether rows are compared by foreign keys, which may have to be read from navigations first.</summary>
    public virtual bool ComparesReferences => false;

    /// <summary>Records that a row refers to one whose key is not known yet: it is written, whether or not it differs.</summary>
    public virtual void AddIncomplete(in BulkRow row)
    {
    }

    /// <summary>Reads the scope, and records the result in each row, if rows are compared.</summary>
    /// <returns>The number of given rows that equal their stored row.</returns>
    public abstract ValueTask<int> MatchAsync(ArraySegment<BulkRow> rows);

    /// <summary>Records the stored row that a look-up found for a given one.</summary>
    /// <param name="row">The given row.</param>
    /// <param name="key">The stored row's primary key.</param>
    public abstract void Take(in BulkRow row, object key);
}
