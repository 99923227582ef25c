using EFCore.MySqlBulk.Mapping.Rows;

namespace EFCore.MySqlBulk.Execution.Matching;

/// <summary>The stored rows that are to be the rows given: which of them no given row matches.</summary>
internal abstract class StoredScope
{
    /// <summary>The stored rows that no given row matches.</summary>
    public abstract OrphanKeys Orphans { get; }

    /// <summary>Rows are compared with the scope's; otherwise they are looked up.</summary>
    public virtual bool Compares => false;

    /// <summary>Rows are compared by foreign keys, which may have to be taken from navigations first.</summary>
    public virtual bool ComparesReferences => false;

    /// <summary>Takes a row that refers to another whose key is not known yet: it is written, whether or not it differs.</summary>
    public virtual void AddIncomplete(in BulkRow row)
    {
    }

    /// <summary>Reads the scope, and notes in each row what was found, if rows are compared.</summary>
    /// <returns>How many rows are stored as they are given.</returns>
    public abstract ValueTask<int> MatchAsync(ArraySegment<BulkRow> rows);

    /// <summary>Takes a stored row that a look-up found for a given one.</summary>
    /// <param name="row">The given row.</param>
    /// <param name="key">The stored row's primary key.</param>
    public abstract void Take(in BulkRow row, object key);
}
