namespace EFCore.MySqlBulk.Execution.Requests;

/// <summary>The rows of a call so far, by what was done with them.</summary>
/// <param name="Rows">All rows that the server has accepted.</param>
/// <param name="Inserted">Rows that were inserted.</param>
/// <param name="Unchanged">Rows whose stored row was left as it is.</param>
internal readonly record struct RowCounts(long Rows, long Inserted, long Unchanged)
{
    /// <summary>Orphans.</summary>
    public long Orphaned { get; init; }

    /// <summary>The orphans that were deleted.</summary>
    public long Deleted { get; init; }

    /// <summary>The orphans that were updated.</summary>
    public long Marked { get; init; }

    /// <summary>Rows whose stored row was changed.</summary>
    public long Updated => Rows - Inserted - Unchanged;
}
